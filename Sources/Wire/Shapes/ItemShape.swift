public import Lists

/// Writes the items of one version as the contract shows them.
///
/// Types and cells are laid out once for each type, not for each item.
public struct ItemShape: Sendable {
    private let head: ListHead
    private let naming: CellNaming
    private var typeTexts: [Int32: [UInt8]] = [:]
    /// The type of the item before, which most often is this one's.
    private var last: (type: Int32, text: [UInt8])?

    public init(of head: ListHead, naming: CellNaming) {
        self.head = head
        self.naming = naming
    }

    /// Appends an Item object.
    ///
    /// - Parameter namesList: Whether the object names its list, as one does that stands alone.
    public mutating func append(_ item: Item, _ stored: StoredItem, namesList: Bool = false, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        if namesList {
            JSONText.append(verbatim: "\"list\":", to: &output)
            JSONText.append(head.id.text, to: &output)
            output.append(UInt8(ascii: ","))
        }
        JSONText.append(verbatim: "\"id\":", to: &output)
        JSONText.append(utf8: stored.id, to: &output)
        JSONText.append(verbatim: ",\"indexPath\":[", to: &output)
        JSONText.append(item.indexPath.section, to: &output)
        output.append(UInt8(ascii: ","))
        JSONText.append(item.indexPath.row, to: &output)
        output.append(contentsOf: typeText(item.entry.type))
        JSONText.append(stored.revision, to: &output)
        JSONText.append(verbatim: ",\"value\":", to: &output)
        output.append(contentsOf: stored.value)
        output.append(UInt8(ascii: "}"))
    }

    /// `],"type":…,"cell":…,"revision":`
    private mutating func typeText(_ number: Int32) -> [UInt8] {
        if let last, last.type == number { return last.text }
        if let text = typeTexts[number] {
            last = (number, text)
            return text
        }
        var text: [UInt8] = []
        JSONText.append(verbatim: "],\"type\":", to: &text)
        JSONText.append(head.types[number], to: &text)
        JSONText.append(verbatim: ",\"cell\":", to: &text)
        JSONText.append(naming.cell(type: head.types[number], defaultType: head.properties.defaultType), to: &text)
        JSONText.append(verbatim: ",\"revision\":", to: &text)
        typeTexts[number] = text
        return text
    }
}
