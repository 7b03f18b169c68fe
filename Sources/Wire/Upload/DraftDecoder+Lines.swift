import JSON
import Lists
import Ports

extension DraftDecoder {
    /// Reads a line of NDJSON: `{"list":{…}}`, `{"section":{…}}` or `{"item":{…}}`.
    ///
    /// - Returns: `nil` where it is none of these, which is noted.
    mutating func readLine() throws(JSONSyntaxError) -> ContentPiece? {
        let shape = "A line is {\"list\":{…}}, {\"section\":{…}} or {\"item\":{…}}"
        guard try reader.peekKind() == .object else {
            note(.invalidValue, "\(shape).")
            _ = try reader.scanValue()
            return nil
        }
        var piece: ContentPiece?
        var count = 0
        try reader.beginObject()
        while let key = try reader.nextKey() {
            count += 1
            switch LineKey(exactly: key) {
            case .list: piece = .properties(try readPropertiesLine())
            case .section: piece = .section(try readSection(withItems: false))
            case .item: piece = .item(try readItem())
            case nil:
                note(.unknownKey, "\(shape); it has no key “\(String(key.unicodeScalars.prefix(200)))”.")
                _ = try reader.scanValue()
            }
        }
        if count != 1 { note(.invalidValue, "\(shape), and one of these alone.") }
        return piece
    }

    /// Reads what a list is beside its sections, `{"title","metadata","defaultType","identity"}`.
    private mutating func readPropertiesLine() throws(JSONSyntaxError) -> ListProperties {
        var properties = ListProperties()
        guard try reader.peekKind() == .object else {
            note(.invalidValue, "A list is an object.")
            _ = try reader.scanValue()
            return properties
        }
        try reader.beginObject()
        while let key = try reader.nextKey() { try readListMember(key, into: &properties) }
        return properties
    }
}
