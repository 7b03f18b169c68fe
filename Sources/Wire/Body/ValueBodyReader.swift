public import JSON
public import Lists

/// Reads a body that is one JSON value.
public enum ValueBodyReader {
    /// Reads the new value of an item.
    ///
    /// - Throws: `malformed-json`, for an empty body too, or `too-large`.
    public static func value(_ body: [UInt8], limits: ContentLimits = ContentLimits()) throws(RequestProblem) -> JSONText {
        let value = try read(body, limits: limits) { reader throws(JSONSyntaxError) in try reader.readValue() }
        try check(value, limits: limits)
        return value
    }

    /// Reads a merge patch, which is bound by the limit on bodies alone.
    ///
    /// - Throws: `malformed-json`, for an empty body too, or `too-large`.
    public static func mergePatch(_ body: [UInt8], limits: ContentLimits = ContentLimits()) throws(RequestProblem) -> MergePatch {
        try read(body, limits: limits) { reader throws(JSONSyntaxError) in try MergePatch(reading: &reader) }
    }

    /// Reads a patch as a value that is bound by the limit on bodies alone.
    ///
    /// - Parameter envelope: Levels of nesting around the values in the patch, which do not count.
    /// - Throws: `malformed-json`, for an empty body too, or `too-large`.
    public static func patch(
        _ body: [UInt8], limits: ContentLimits = ContentLimits(), envelope: Int
    ) throws(RequestProblem) -> JSONText {
        try read(body, limits: limits, envelope: envelope) { reader throws(JSONSyntaxError) in try reader.readValue() }
    }

    /// Checks that a value, such as what a patch has made, is within the limit.
    ///
    /// - Throws: `too-large`.
    public static func check(_ value: JSONText, limits: ContentLimits = ContentLimits()) throws(RequestProblem) {
        guard value.byteCount <= limits.value else {
            throw RequestProblem(.tooLarge, "A value has at most \(limits.value) bytes; this one has \(value.byteCount).", at: .pointer(""))
        }
    }

    /// Reads a body with nothing behind what is asked for.
    private static func read<Content>(
        _ body: [UInt8], limits: ContentLimits, envelope: Int = 0, _ content: (inout JSONReader) throws(JSONSyntaxError) -> Content
    ) throws(RequestProblem) -> Content {
        try BodyReader.checkSize(body.count, limits)
        do throws(JSONSyntaxError) {
            return try JSONReader.read(body.span, envelope: envelope) { reader throws(JSONSyntaxError) in
                let content = try content(&reader)
                try reader.readEnd()
                return content
            }
        } catch {
            throw RequestProblem(error)
        }
    }
}
