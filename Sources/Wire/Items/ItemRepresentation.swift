public import JSON
public import Lists

/// Writes the items of one version as the contract shows them.
///
/// What neighbours share is written once and copied: the section of the index path; type, cell and revision.
public struct ItemRepresentation: Sendable {
    private let head: ListHead
    private let naming: CellNaming
    /// `","indexPath":[S,` of the item before, with the quote that ends the id.
    private var sectionText: (section: Int, text: [UInt8]) = (-1, [])
    /// `],"type":…,"cell":…,"revision":R,"value":` of the item before.
    private var kindText: (type: Int32, revision: Int64, text: [UInt8]) = (-1, -1, [])

    public init(of head: ListHead, naming: CellNaming) {
        self.head = head
        self.naming = naming
    }

    /// Writes an Item object.
    ///
    /// - Parameter namesList: Whether the object names its list, as one does that stands alone.
    public mutating func write(_ item: Item, _ stored: StoredItem, namesList: Bool = false, to json: inout JSONWriter) {
        json.beginValue()
        if namesList {
            json.raw("{\"list\":\"")
            json.raw(contentOf: head.id.text.utf8.span.bytes)
            json.raw("\",\"id\":\"")
        } else {
            json.raw("{\"id\":\"")
        }
        json.raw(contentOf: stored.id.bytes)
        if sectionText.section != item.indexPath.section { sectionText = Self.sectionText(of: item.indexPath.section) }
        json.raw(sectionText.text.span.bytes)
        json.raw(item.indexPath.row)
        let (type, revision) = (item.entry.type, stored.revision)
        if kindText.type != type || kindText.revision != revision { kindText = kindText(of: type, revision) }
        json.raw(kindText.text.span.bytes)
        json.raw(stored.value.bytes)
        json.raw("}")
    }

    private static func sectionText(of section: Int) -> (section: Int, text: [UInt8]) {
        var json = JSONWriter()
        json.raw("\",\"indexPath\":[")
        json.raw(section)
        json.raw(",")
        return (section, json.bytes)
    }

    private func kindText(of type: Int32, _ revision: Int64) -> (type: Int32, revision: Int64, text: [UInt8]) {
        var json = JSONWriter()
        json.raw("]")
        json.member("type", head.types[type])
        json.member("cell", naming.cell(type: head.types[type], defaultType: head.properties.defaultType))
        json.member("revision", revision)
        json.key("value")
        return (type, revision, json.bytes)
    }
}
