import ByteBuffers
public import CellTypes
public import JSON
public import Lists

/// Writes the items of one version as the contract shows them, each straight from where the store has it.
///
/// What neighbours share is written once and copied: the section of the index path; type, cell and revision.
public struct ItemRepresentation: Sendable {
    /// Bytes of an item's text beside its id, its value and ``Kind/text``, at most.
    private static let frame = 96

    private let head: ListHead
    private let cells: CellPresentation
    /// `","indexPath":[S,` of the item before, with the quote that ends the id.
    private var sectionText: (section: Int, text: [UInt8]) = (-1, [])
    private var kind = Kind()
    /// The beginnings of the texts of the types so far.
    private var typeTexts: [Int32: [UInt8]] = [:]

    /// `],"type":…,"cell":…,"revision":R,"value":` of the item before.
    private struct Kind {
        var type: Int32 = -1
        var revision: Int64 = -1
        var text: [UInt8] = []
        /// The bytes up to the revision.
        var typeCount = 0
    }

    public init(of head: ListHead, cells: CellPresentation) {
        self.head = head
        self.cells = cells
    }

    /// Writes an Item object.
    ///
    /// - Parameter namesList: Whether the object names its list, as one does that stands alone.
    public mutating func write(_ item: Item, _ stored: StoredItem, namesList: Bool = false, to json: inout JSONWriter) {
        json.beginValue()
        write(item, stored, namesList: namesList, to: &json.output)
    }

    /// Appends straight to the text: an item has so many pieces that a call of the writer for each would cost a page.
    private mutating func write(_ item: Item, _ stored: StoredItem, namesList: Bool, to output: inout ByteWriter) {
        if sectionText.section != item.indexPath.section { sectionText = Self.sectionText(of: item.indexPath.section) }
        let (type, revision) = (item.entry.type, stored.revision)
        if kind.revision != revision || kind.type != type { setKind(type, revision) }
        output.reserve(stored.id.count + stored.value.count + kind.text.count + Self.frame)
        if namesList {
            output.append("{\"list\":\"")
            JSONString.append(head.id.text.utf8.span.bytes, to: &output)
            output.append("\",\"id\":\"")
        } else {
            output.append("{\"id\":\"")
        }
        JSONString.append(stored.id.bytes, to: &output)
        output.append(sectionText.text)
        output.append(item.indexPath.row)
        output.append(kind.text)
        output.append(stored.value)
        output.append(UInt8(ascii: "}"))
    }

    private static func sectionText(of section: Int) -> (section: Int, text: [UInt8]) {
        var json = JSONWriter()
        json.raw("\",\"indexPath\":[")
        json.raw(section)
        json.raw(",")
        return (section, json.bytes)
    }

    private mutating func setKind(_ type: Int32, _ revision: Int64) {
        if kind.type != type {
            let text = typeTexts[type] ?? typeText(of: type)
            typeTexts[type] = text
            kind = Kind(type: type, text: text, typeCount: text.count)
        }
        kind.revision = revision
        var end = ByteWriter()
        end.append(Int(revision))
        end.append(",\"value\":")
        kind.text.removeSubrange(kind.typeCount...)
        end.withBytes { kind.text.append(contentsOf: $0) }
    }

    /// `],"type":…,"cell":…,"revision":`
    private func typeText(of type: Int32) -> [UInt8] {
        let shown = cells.shown(type: head.types[type], defaultType: head.properties.defaultType)
        var json = JSONWriter()
        json.raw("]")
        json.member("type", shown.type)
        json.member("cell", shown.cell)
        json.key("revision")
        return json.bytes
    }
}
