public import Lists

/// Writes the items of one version as the contract shows them.
///
/// What neighbours share is laid out once: the section of the index path; type, cell and revision.
public struct ItemShape: Sendable {
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

    /// Appends an Item object.
    ///
    /// - Parameter namesList: Whether the object names its list, as one does that stands alone.
    public mutating func append(_ item: Item, _ stored: StoredItem, namesList: Bool = false, to output: inout [UInt8]) {
        if namesList {
            JSONText.append(verbatim: "{\"list\":", to: &output)
            JSONText.append(head.id.text, to: &output)
            JSONText.append(verbatim: ",\"id\":\"", to: &output)
        } else {
            JSONText.append(verbatim: "{\"id\":\"", to: &output)
        }
        JSONText.append(content: stored.id, to: &output)
        if sectionText.section != item.indexPath.section { sectionText = sectionText(of: item.indexPath.section) }
        output.append(contentsOf: sectionText.text)
        JSONText.append(item.indexPath.row, to: &output)
        let (type, revision) = (item.entry.type, stored.revision)
        if kindText.type != type || kindText.revision != revision { kindText = kindText(of: type, revision) }
        output.append(contentsOf: kindText.text)
        output.append(contentsOf: stored.value)
        output.append(UInt8(ascii: "}"))
    }

    private func sectionText(of section: Int) -> (section: Int, text: [UInt8]) {
        var text: [UInt8] = []
        JSONText.append(verbatim: "\",\"indexPath\":[", to: &text)
        JSONText.append(section, to: &text)
        text.append(UInt8(ascii: ","))
        return (section, text)
    }

    private func kindText(of type: Int32, _ revision: Int64) -> (type: Int32, revision: Int64, text: [UInt8]) {
        var text: [UInt8] = []
        JSONText.append(verbatim: "],\"type\":", to: &text)
        JSONText.append(head.types[type], to: &text)
        JSONText.append(verbatim: ",\"cell\":", to: &text)
        JSONText.append(naming.cell(type: head.types[type], defaultType: head.properties.defaultType), to: &text)
        JSONText.append(verbatim: ",\"revision\":", to: &text)
        JSONText.append(revision, to: &text)
        JSONText.append(verbatim: ",\"value\":", to: &text)
        return (type, revision, text)
    }
}
