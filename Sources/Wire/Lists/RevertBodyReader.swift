import JSON
public import Lists

/// Reads the body of a revert.
public enum RevertBodyReader {
    /// Reads `{"to":V}`, and gives the version.
    ///
    /// - Throws: `malformed-json`; `too-large` for the body; else the first of `unknown-key` and `invalid-value`, with a pointer.
    public static func version(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) -> Int64 {
        try BodyReader.readBody(body.span, limits) { body throws(JSONSyntaxError) in try version(&body) }
    }

    private static func version(_ body: inout BodyReader) throws(JSONSyntaxError) -> Int64 {
        var version: Int64?
        guard try body.enterBody() else { return 1 }
        while let key = try body.json.nextKey() {
            guard EditKey(exactly: key) == .to else {
                try body.passUnknown(key, in: "A revert")
                continue
            }
            version = number(try body.json.readValue())
        }
        if version == nil { body.note(.invalidValue, "A revert needs “to”, a version: a whole number from 1.", at: EditKey.to.rawValue) }
        return version ?? 1
    }

    /// A whole number from 1; one that is too large for a version is above every head.
    private static func number(_ text: JSONText) -> Int64? {
        guard let first = text.text.utf8.first, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first),
            text.text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int64(text.text) ?? .max
    }
}
