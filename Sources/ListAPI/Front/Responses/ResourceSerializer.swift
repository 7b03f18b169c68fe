import CellTypes
import Foundations
import JSON
import Lists
import Wire

/// One list, section or item as a representation.
struct ResourceSerializer {
    let snapshot: ListSnapshot
    let cells: CellPresentation

    func list() -> Representation {
        Representation(
            body: ByteBuffer(ListRepresentation.bytes(of: snapshot)), tag: .version, version: snapshot.version,
            created: snapshot.head.createdAt)
    }

    /// A section as a GET shows it.
    func section(_ reference: SectionReference) throws -> Representation {
        try shownSection(try snapshot.section(reference))
    }

    /// A section that was found already, as a GET shows it.
    func shownSection(_ section: Section) throws -> Representation {
        self.section(section, itemOffset: try snapshot.itemOffset(ofSection: section.index))
    }

    /// A section as a write shows it, which reads nothing.
    func section(_ section: Section, itemOffset: Int? = nil) -> Representation {
        var json = JSONWriter()
        SectionRepresentation.write(section, of: snapshot.head, itemOffset: itemOffset, to: &json)
        return Representation(body: json.finish(), tag: .version, version: snapshot.version, created: snapshot.head.createdAt)
    }

    /// - Parameter namesList: Whether the item names its list; one that stands in an answer that does need not.
    func item(_ reference: ItemReference, namesList: Bool = true) throws -> Representation {
        try item(try snapshot.item(reference), namesList: namesList)
    }

    func item(_ item: Item, namesList: Bool = true) throws -> Representation {
        var shown: Representation?
        try snapshot.readItems([item]) { _, stored in shown = self.item(item, stored, namesList: namesList) }
        guard let shown else { throw MissingRecord(key: item.entry.revision) }
        return shown
    }

    /// An item whose revision is at hand.
    func item(_ item: Item, _ stored: StoredItem, namesList: Bool = true) -> Representation {
        var representation = ItemRepresentation(of: snapshot.head, cells: cells)
        var output = ByteWriter(capacity: 256)
        representation.write(item, stored, namesList: namesList, to: &output)
        return shown(item, stored, output.finish())
    }

    /// The same without its body.
    func head(_ item: Item, _ stored: StoredItem) -> Representation { shown(item, stored, ByteBuffer([])) }

    private func shown(_ item: Item, _ stored: StoredItem, _ body: ByteBuffer) -> Representation {
        let id = Identifier(verbatim: String(decoding: stored.id, as: UTF8.self))
        return Representation(
            body: body, tag: .item(id, revision: stored.revision, item.indexPath), version: snapshot.version,
            created: snapshot.head.createdAt, variant: variant)
    }

    /// The hash of what an item's answer depends on beside the item.
    private var variant: UInt32? {
        let head = snapshot.head
        return cells.variant(
            defaultType: head.properties.defaultType, source: head.isView ? head.properties.view?.source.text : nil)
    }

    /// An item that a write has taken out of a view.
    func departed(_ type: String?, _ revision: ItemRevision) -> Representation {
        var json = JSONWriter()
        let representation = ItemRepresentation(of: snapshot.head, cells: cells)
        revision.withStored { representation.writeDeparted(type, $0, to: &json) }
        return departedHead(revision, json.finish())
    }

    /// The same without its body.
    func departedHead(_ revision: ItemRevision, _ body: ByteBuffer = ByteBuffer([])) -> Representation {
        Representation(
            body: body, tag: .content(revision.id, revision: revision.version), version: snapshot.version,
            created: snapshot.head.createdAt, variant: variant)
    }
}
