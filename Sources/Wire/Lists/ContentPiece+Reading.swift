import JSON
import Lists
import Ports

extension ContentPiece {
    /// The keys of a line of NDJSON, of which it has one.
    private enum Key: String, ExactName {
        case list, section, item
    }

    /// Reads a line of NDJSON: `{"list":{…}}`, `{"section":{…}}` or `{"item":{…}}`.
    ///
    /// - Returns: `nil` where it is none of these, which is noted.
    static func line(reading body: inout BodyReader) throws(JSONSyntaxError) -> ContentPiece? {
        let shape = "A line is {\"list\":{…}}, {\"section\":{…}} or {\"item\":{…}}"
        guard try body.enterObject(or: "\(shape).") else { return nil }
        var piece: ContentPiece?
        var count = 0
        while let key = try body.json.nextKey() {
            count += 1
            switch Key(exactly: key) {
            case .list: piece = .properties(try properties(reading: &body))
            case .section: piece = .section(try SectionDraft(reading: &body, withItems: false))
            case .item: piece = .item(try ItemDraft(reading: &body))
            case nil:
                body.note(.unknownKey, "\(shape); it has no key “\(String(key.unicodeScalars.prefix(200)))”.")
                try body.json.scanValue()
            }
        }
        if count != 1 { body.note(.invalidValue, "\(shape), and one of these alone.") }
        return piece
    }

    private static func properties(reading body: inout BodyReader) throws(JSONSyntaxError) -> ListProperties {
        var properties = ListProperties()
        guard try body.enterObject(or: "A list is an object.") else { return properties }
        while let key = try body.json.nextKey() { try properties.readMember(key, from: &body) }
        return properties
    }
}
