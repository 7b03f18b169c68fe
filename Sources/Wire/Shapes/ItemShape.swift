import JSON
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
            JSONText.append(literal: "{\"list\":", to: &output)
            JSONText.append(head.id.text, to: &output)
            JSONText.append(literal: ",\"id\":\"", to: &output)
        } else {
            JSONText.append(literal: "{\"id\":\"", to: &output)
        }
        JSONText.append(content: stored.id, to: &output)
        if sectionText.section != item.indexPath.section { sectionText = sectionText(of: item.indexPath.section) }
        Self.append(sectionText.text, to: &output)
        JSONText.append(item.indexPath.row, to: &output)
        let (type, revision) = (item.entry.type, stored.revision)
        if kindText.type != type || kindText.revision != revision { kindText = kindText(of: type, revision) }
        Self.append(kindText.text, to: &output)
        output.append(contentsOf: stored.value)
        output.append(UInt8(ascii: "}"))
    }

    /// Appends from where the text lies, which retains nothing: that is done twice an item.
    private static func append(_ text: borrowing [UInt8], to output: inout [UInt8]) {
        text.withUnsafeBufferPointer { output.append(contentsOf: $0) }
    }

    private func sectionText(of section: Int) -> (section: Int, text: [UInt8]) {
        var text: [UInt8] = []
        JSONText.append(literal: "\",\"indexPath\":[", to: &text)
        JSONText.append(section, to: &text)
        text.append(UInt8(ascii: ","))
        return (section, text)
    }

    private func kindText(of type: Int32, _ revision: Int64) -> (type: Int32, revision: Int64, text: [UInt8]) {
        var text: [UInt8] = []
        JSONText.append(literal: "],\"type\":", to: &text)
        JSONText.append(head.types[type], to: &text)
        JSONText.append(literal: ",\"cell\":", to: &text)
        JSONText.append(naming.cell(type: head.types[type], defaultType: head.properties.defaultType), to: &text)
        JSONText.append(literal: ",\"revision\":", to: &text)
        JSONText.append(revision, to: &text)
        JSONText.append(literal: ",\"value\":", to: &text)
        return (type, revision, text)
    }
}
