public import CellTypes
import JSON
public import Lists

/// Reads the document of a cell type.
public enum CellTypeBodyReader {
    /// Reads `{"schema","reuseIdentifier","estimatedHeight","fallback","description"}`, all of which may be missing or null. The read-only
    /// `type` is passed.
    ///
    /// - Throws: `malformed-json`, else `too-large` for the body, else the first of `unknown-key`, `invalid-value` and `limit-exceeded`, with a
    ///   JSON pointer to what is wrong. What is wrong with the schema is left for its compiler.
    public static func cellType(_ body: [UInt8], named name: String, limits: ContentLimits) throws(RequestProblem) -> CellType {
        let draft = try BodyReader.readBody(body.span, limits) { body throws(JSONSyntaxError) in try CellTypeDraft(reading: &body) }
        return CellType(
            name: name, schema: draft.schema, reuseIdentifier: draft.reuseIdentifier, estimatedHeight: draft.estimatedHeight,
            fallback: draft.fallback, description: draft.description)
    }
}

/// The members of the document.
private struct CellTypeDraft {
    /// The most bytes of a description.
    private static let longestDescription = 1 << 10

    var schema: JSONText?
    var reuseIdentifier: String?
    var estimatedHeight: JSONText?
    var fallback: String?
    var description = ""

    init(reading body: inout BodyReader) throws(JSONSyntaxError) {
        guard try body.enterBody() else { return }
        while let key = try body.json.nextKey() {
            let isNull = try body.json.peekKind() == .null
            switch (CellTypeKey(exactly: key), isNull) {
            case (.type, _), (.some, true): try body.json.scanValue()
            case (.schema, false): schema = body.json.value(try body.json.scanValue(envelope: 1))
            case (.reuseIdentifier, false): reuseIdentifier = try Self.name(reading: &body, .reuseIdentifier)
            case (.fallback, false): fallback = try Self.name(reading: &body, .fallback)
            case (.estimatedHeight, false): estimatedHeight = try Self.height(reading: &body)
            case (.description, false): description = try Self.description(reading: &body)
            case (nil, _): try body.passUnknown(key, in: "A cell type")
            }
        }
    }

    private static func name(reading body: inout BodyReader, _ key: CellTypeKey) throws(JSONSyntaxError) -> String? {
        guard try body.json.peekKind() == .string else {
            try body.json.scanValue()
            body.note(.invalidValue, "“\(key.rawValue)” is a name or null.", at: key.rawValue)
            return nil
        }
        let name = try body.json.readString()
        if NameRules.areKept(by: name) { return name }
        body.note(.invalidValue, "“\(key.rawValue)” has 1 to 128 characters, none of them a control character.", at: key.rawValue)
        return nil
    }

    private static func height(reading body: inout BodyReader) throws(JSONSyntaxError) -> JSONText? {
        let value = body.json.value(try body.json.scanValue())
        if isAboveZero(value) { return value }
        body.note(
            .invalidValue, "“estimatedHeight” is a number of points above 0, or null.", at: CellTypeKey.estimatedHeight.rawValue)
        return nil
    }

    /// Whether a value is a number with a digit other than 0 before its exponent, and no sign.
    private static func isAboveZero(_ value: JSONText) -> Bool {
        guard value.kind == .number, value.text.utf8.first != UInt8(ascii: "-") else { return false }
        return value.text.utf8.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }.contains { (0x31...0x39).contains($0) }
    }

    private static func description(reading body: inout BodyReader) throws(JSONSyntaxError) -> String {
        let key = CellTypeKey.description.rawValue
        guard try body.json.peekKind() == .string else {
            try body.json.scanValue()
            body.note(.invalidValue, "“description” is a string.", at: key)
            return ""
        }
        let text = try body.json.readString()
        if text.utf8.count <= longestDescription { return text }
        body.note(.limitExceeded, "A description has at most \(longestDescription) bytes; this one has \(text.utf8.count).", at: key)
        return ""
    }
}

/// The members of a cell type's document.
private enum CellTypeKey: String, CaseIterable {
    case type, schema, reuseIdentifier, estimatedHeight, fallback, description

    init?(exactly key: String) {
        guard let found = Self.allCases.first(where: { UTF8Text.areEqual($0.rawValue, key) }) else { return nil }
        self = found
    }
}
