import JSON
public import Lists

/// Reads the body that makes a list or replaces its content: arrays of values, or a document.
public enum ListDocumentReader {
    /// Reads a body in one pass, in memory proportional to what it describes.
    ///
    /// An array of arrays is sections of bare values, an array without arrays is one section of them; both leave the list's properties
    /// alone. An object is a list's document.
    ///
    /// - Throws: `malformed-json`, else `too-large` for a value or the body, else the first of `unknown-key`, `invalid-value` and
    ///   `limit-exceeded`, with a JSON pointer to what is wrong. Whether ids are free in the list, and what `identity` yields, is not
    ///   looked at.
    public static func read(_ body: Span<UInt8>, limits: ContentLimits = ContentLimits()) throws(RequestProblem) -> ListDraft {
        try BodyReader.readBody(body, limits) { body throws(JSONSyntaxError) in try ListDraft(reading: &body) }
    }

    /// Whether a body that is JSON defines a view, rightly or wrongly.
    public static func namesView(_ body: Span<UInt8>) -> Bool {
        let isFound = try? JSONReader.read(body) { reader throws(JSONSyntaxError) in
            guard try reader.peekKind() == .object else { return false }
            try reader.beginObject()
            while let key = try reader.nextKey() {
                if DocumentKey(exactly: key) == .view { return true }
                try reader.scanValue(envelope: SectionDraft.envelope + 1)
            }
            return false
        }
        return isFound ?? false
    }
}
