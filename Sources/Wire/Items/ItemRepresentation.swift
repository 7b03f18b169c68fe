import ASCII
public import CellTypes
public import JSON
public import Lists

/// Writes the items of one version as the contract shows them.
///
/// What neighbours share is written once and copied: the section of the index path; type, cell and revision.
public struct ItemRepresentation: Sendable {
    private let head: ListHead
    private let cells: CellPresentation
    /// `","indexPath":[S,` of the item before, with the quote that ends the id.
    private var sectionText: (section: Int, text: [UInt8]) = (-1, [])
    /// `],"type":…,"cell":…,"revision":R,"value":` of the item before.
    private var kindText: (type: Int32, revision: Int64, text: [UInt8]) = (-1, -1, [])
    /// `],"type":…,"cell":…,"revision":` of the item before.
    private var typeText: (type: Int32, text: [UInt8]) = (-1, [])
    /// The same of the types before that one.
    private var typeTexts: [Int32: [UInt8]] = [:]

    public init(of head: ListHead, cells: CellPresentation) {
        self.head = head
        self.cells = cells
    }

    /// Writes an Item object.
    ///
    /// - Parameter namesList: Whether the object names its list, as one does that stands alone.
    public mutating func write(_ item: Item, _ stored: StoredItem, namesList: Bool = false, to json: inout JSONWriter) {
        json.beginValue()
        append(item, stored, namesList: namesList, to: &json.bytes)
    }

    /// Appends straight to the text: an item has so many pieces that a call of the writer for each would cost a page.
    private mutating func append(_ item: Item, _ stored: StoredItem, namesList: Bool, to bytes: inout [UInt8]) {
        if namesList {
            ASCII.append("{\"list\":\"", to: &bytes)
            JSONString.append(head.id.text.utf8.span.bytes, to: &bytes)
            ASCII.append("\",\"id\":\"", to: &bytes)
        } else {
            ASCII.append("{\"id\":\"", to: &bytes)
        }
        JSONString.append(stored.id.bytes, to: &bytes)
        if sectionText.section != item.indexPath.section { sectionText = Self.sectionText(of: item.indexPath.section) }
        Self.append(sectionText.text, to: &bytes)
        ASCII.append(item.indexPath.row, to: &bytes)
        let (type, revision) = (item.entry.type, stored.revision)
        if kindText.type != type || kindText.revision != revision { kindText = kindText(of: type, revision) }
        Self.append(kindText.text, to: &bytes)
        bytes.append(contentsOf: stored.value)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends from where the text lies, which retains nothing: that is done twice an item.
    private static func append(_ text: borrowing [UInt8], to output: inout [UInt8]) {
        text.withUnsafeBufferPointer { output.append(contentsOf: $0) }
    }

    private static func sectionText(of section: Int) -> (section: Int, text: [UInt8]) {
        var json = JSONWriter()
        json.raw("\",\"indexPath\":[")
        json.raw(section)
        json.raw(",")
        return (section, json.bytes)
    }

    private mutating func kindText(of type: Int32, _ revision: Int64) -> (type: Int32, revision: Int64, text: [UInt8]) {
        if typeText.type != type {
            if typeText.type >= 0 { typeTexts[typeText.type] = typeText.text }
            typeText = (type, typeTexts[type] ?? makeTypeText(of: type))
        }
        var text: [UInt8] = []
        text.reserveCapacity(typeText.text.count + 32)
        Self.append(typeText.text, to: &text)
        ASCII.append(Int(revision), to: &text)
        ASCII.append(",\"value\":", to: &text)
        return (type, revision, text)
    }

    private func makeTypeText(of type: Int32) -> [UInt8] {
        let shown = cells.shown(type: head.types[type], defaultType: head.properties.defaultType)
        var json = JSONWriter()
        json.raw("]")
        json.member("type", shown.type)
        json.member("cell", shown.cell)
        json.key("revision")
        return json.bytes
    }
}
