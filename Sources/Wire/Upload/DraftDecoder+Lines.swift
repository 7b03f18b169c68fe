import Lists

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
        var pieces: [ContentPiece] = []
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch LineKey(exactly: key) {
            case .list: pieces.append(.properties(try readPropertiesLine()))
            case .section: pieces.append(.section(try readSection(withItems: false)))
            case .item: pieces.append(.item(try readItem()))
            case nil:
                note(.unknownKey, "\(shape); it has no key “\(String(key.unicodeScalars.prefix(200)))”.")
                _ = try reader.scanValue()
            }
        }
        if pieces.count != 1 { note(.invalidValue, "\(shape), and one of these alone.") }
        return pieces.first
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
