public import JSON
public import Lists

/// Reads the body of an interaction.
public enum InteractionBodyReader {
    private static let contextKey = "context"

    /// Reads `{"context":{…}}`, `{}` or nothing, and gives the context: an object, `{}` where none is sent.
    ///
    /// - Throws: `malformed-json`; `too-large` for the body, or for a context that is larger than a value may be; else the first of
    ///   `unknown-key` and `invalid-value`, with a pointer.
    public static func context(_ body: [UInt8], limits: ContentLimits = ContentLimits()) throws(RequestProblem) -> JSONText {
        if body.isEmpty { return .emptyObject }
        return try BodyReader.readBody(body.span, limits) { body throws(JSONSyntaxError) in try context(&body) }
    }

    private static func context(_ body: inout BodyReader) throws(JSONSyntaxError) -> JSONText {
        var context = JSONText.emptyObject
        guard try body.enterBody() else { return context }
        while let key = try body.json.nextKey() {
            guard key.utf8.elementsEqual(contextKey.utf8) else {
                try body.passUnknown(key, in: "An interaction")
                continue
            }
            let isObject = try body.json.peekKind() == .object
            context = try body.readValue(at: key)
            if !isObject { body.note(.invalidValue, "A context is an object.", at: key) }
        }
        return context
    }
}
