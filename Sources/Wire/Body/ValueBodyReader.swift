public import JSON
public import Lists

/// Reads a body that is one JSON value.
public enum ValueBodyReader {
    /// Reads the new value of an item.
    ///
    /// - Throws: `malformed-json`, for an empty body too, or `too-large`.
    public static func value(_ body: [UInt8], limits: ContentLimits = ContentLimits()) throws(RequestProblem) -> JSONValue {
        let value = try read(body, limits: limits)
        try check(value, limits: limits)
        return value
    }

    /// Reads a patch: a value that is bound by the limit on bodies alone.
    ///
    /// - Parameter envelope: Levels of nesting around the values in the patch, which do not count.
    /// - Throws: `malformed-json`, for an empty body too, or `too-large`.
    public static func patch(
        _ body: [UInt8], limits: ContentLimits = ContentLimits(), envelope: Int = 0
    ) throws(RequestProblem) -> JSONValue {
        try read(body, limits: limits, envelope: envelope)
    }

    /// Checks that a value, such as what a patch has made, is within the limit.
    ///
    /// - Throws: `too-large`.
    public static func check(_ value: JSONValue, limits: ContentLimits = ContentLimits()) throws(RequestProblem) {
        guard value.byteCount <= limits.value else {
            throw RequestProblem(.tooLarge, "A value has at most \(limits.value) bytes; this one has \(value.byteCount).", at: .pointer(""))
        }
    }

    private static func read(_ body: [UInt8], limits: ContentLimits, envelope: Int = 0) throws(RequestProblem) -> JSONValue {
        try BodyReader.checkSize(body.count, limits)
        do {
            return try JSONValue(validating: body, envelope: envelope)
        } catch {
            throw RequestProblem(error)
        }
    }
}
