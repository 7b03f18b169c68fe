public import JSON
public import Lists

/// Reads the body of an interaction.
public enum InteractionBodyReader {
    private static let contextKey = "context"

    /// Reads `{"context":{…}}`, `{}` or nothing, and gives the context: an object, `{}` where none is sent.
    ///
    /// - Throws: `malformed-json`; `too-large` for the body, or for a context that is larger than a value may be; else the first of
    ///   `unknown-key` and `invalid-value`, with a pointer.
    public static func context(_ body: [UInt8], limits: ContentLimits = ContentLimits()) throws(RequestProblem) -> JSONValue {
        if body.isEmpty { return .emptyObject }
        return try DocumentBody.read(body, limits) { decoder throws(JSONSyntaxError) in try context(&decoder) }
    }

    private static func context(_ decoder: inout DraftDecoder) throws(JSONSyntaxError) -> JSONValue {
        var context = JSONValue.emptyObject
        guard try decoder.enterBody() else { return context }
        while let key = try decoder.reader.nextKey() {
            guard key.utf8.elementsEqual(contextKey.utf8) else {
                try decoder.passUnknown(key, in: "An interaction")
                continue
            }
            let isObject = try decoder.reader.peekKind() == .object
            context = try decoder.readValue(at: key)
            if !isObject { decoder.note(.invalidValue, "A context is an object.", at: key) }
        }
        return context
    }
}
