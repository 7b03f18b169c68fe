import JSON
import Lists

extension ItemDraft {
    /// Levels of nesting around the value of an item.
    private static let envelope = 1

    /// Reads an item, `{"id","type","value"}`.
    init(reading body: inout BodyReader) throws(JSONSyntaxError) {
        self.init(value: .null)
        guard try body.enterObject(or: "An item is an object with a “value”.") else { return }
        var hasValue = false
        while let key = try body.json.nextKey() {
            switch DocumentKey(exactly: key) {
            case .id: id = try body.readItemID()
            case .type: type = try body.readTypeName(.type).map { .named($0) } ?? .none
            case .value:
                hasValue = true
                value = try body.readValue(at: key)
            case .indexPath, .cell, .revision, .list: try body.json.scanValue()
            default: try body.passUnknown(key, in: "An item")
            }
        }
        if !hasValue { body.note(.invalidValue, "An item needs a “value”; null is one.", at: DocumentKey.value.rawValue) }
    }

    /// Reads the items of a section, or of a body that inserts some.
    static func array(reading body: inout BodyReader) throws(JSONSyntaxError) -> [ItemDraft] {
        var items: [ItemDraft] = []
        guard try body.enterArray(DocumentKey.items.rawValue) else { return items }
        var index = 0
        while try body.json.nextElement() {
            body.position.item = index
            index += 1
            guard body.countItem() else {
                try body.json.scanValue(envelope: envelope)
                continue
            }
            items.append(try ItemDraft(reading: &body))
        }
        body.position.item = nil
        return items
    }
}
