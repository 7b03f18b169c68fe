public import CellTypes
public import Foundations
public import JSON
public import Lists

/// Writes the items of one version as the contract shows them, each straight from where the store has it.
public struct ItemRepresentation: Sendable {
    /// Bytes of an item's text beside its id, its value and its type's text, at most.
    private static let frame = 160

    private let head: ListHead
    private let cells: CellPresentation
    /// `],"type":…,"cell":…,"revision":` of the item before.
    private var typeText: (type: Int32, text: [UInt8]) = (-1, [])
    /// The same of all types so far, once there are two, by the number of the type; empty for one that was not met.
    private var typeTexts: [[UInt8]] = []

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

    /// Bytes of an item's text, at most.
    public mutating func largestCount(_ item: Item, id: Identifier, value: Int) -> Int {
        if typeText.type != item.entry.type { setType(item.entry.type) }
        return 2 * id.text.utf8.count + value + typeText.text.count + head.id.text.utf8.count + Self.frame
    }

    /// Appends an Item object straight to the text: an item has so many pieces that a call of the writer for each would cost a page.
    ///
    /// - Parameter namesList: Whether the object names its list.
    public mutating func write(_ item: Item, _ stored: StoredItem, namesList: Bool, to output: inout ByteWriter) {
        if typeText.type != item.entry.type { setType(item.entry.type) }
        output.reserve(stored.id.count + stored.value.count + typeText.text.count + Self.frame)
        if namesList {
            output.append("{\"list\":\"")
            output.append(text: head.id.text)
            output.append("\",\"id\":\"")
        } else {
            output.append("{\"id\":\"")
        }
        JSONString.append(stored.id.bytes, to: &output)
        output.append("\",\"indexPath\":[")
        output.append(item.indexPath.section)
        output.append(UInt8(ascii: ","))
        output.append(item.indexPath.row)
        output.append(typeText.text)
        output.append(Int(stored.revision))
        output.append(",\"value\":")
        output.append(stored.value)
        output.append(UInt8(ascii: "}"))
    }

    /// Writes an Item object of an item that has no position in the list.
    ///
    /// - Parameter type: The name of its type; `nil` for none.
    public func writeDeparted(_ type: String?, _ stored: StoredItem, to json: inout JSONWriter) {
        let shown = cells.shown(type: type, defaultType: head.properties.defaultType)
        json.beginObject()
        json.member("list", head.id.text)
        json.member("id", String(decoding: stored.id, as: UTF8.self))
        json.key("indexPath")
        json.null()
        json.member("type", shown.type)
        json.member("cell", shown.cell)
        json.member("revision", stored.revision)
        json.member("value", JSONText(verbatim: String(decoding: stored.value, as: UTF8.self)))
        json.endObject()
    }

    private mutating func setType(_ type: Int32) {
        keepText(typeText.text, of: typeText.type)
        let index = Int(type)
        let known = index >= 0 && index < typeTexts.count ? typeTexts[index] : []
        typeText = (type, known.isEmpty ? text(of: type) : known)
    }

    private mutating func keepText(_ text: [UInt8], of type: Int32) {
        // A number that the list has no name for is shown as none, and is not kept.
        guard type >= 0, type <= head.types.names.count else { return }
        while typeTexts.count <= Int(type) { typeTexts.append([]) }
        typeTexts[Int(type)] = text
    }

    /// `],"type":…,"cell":…,"revision":`
    private func text(of type: Int32) -> [UInt8] {
        let shown = cells.shown(type: head.types[type], defaultType: head.properties.defaultType)
        var output = ByteWriter(capacity: 128)
        output.append("],\"type\":")
        if let type = shown.type {
            Self.append(type, to: &output)
        } else {
            output.append("null")
        }
        output.append(",\"cell\":")
        Self.append(shown.cell, to: &output)
        output.append(",\"revision\":")
        return output.array
    }

    private static func append(_ text: String, to output: inout ByteWriter) {
        output.append(UInt8(ascii: "\""))
        JSONString.append(text.utf8.span.bytes, to: &output)
        output.append(UInt8(ascii: "\""))
    }
}
