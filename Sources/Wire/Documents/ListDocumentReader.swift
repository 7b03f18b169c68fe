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
    public static func read(_ body: [UInt8], limits: ContentLimits = ContentLimits()) throws(RequestProblem) -> ListDraft {
        try body.withUnsafeBufferPointer { bytes in
            Result { () throws(RequestProblem) in try read(bytes, limits: limits) }
        }.get()
    }

    /// Reads a body that lies in memory; the buffer is not kept.
    public static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: ContentLimits = ContentLimits()
    ) throws(RequestProblem) -> ListDraft {
        guard bytes.count <= limits.body else {
            throw RequestProblem(.tooLarge, "A body has at most \(limits.body) bytes; this one has \(bytes.count).")
        }
        let outcome: (draft: ListDraft, problem: RequestProblem?)
        do {
            outcome = try decode(bytes, limits)
        } catch {
            throw RequestProblem(error)
        }
        if let problem = outcome.problem { throw problem }
        return outcome.draft
    }

    private static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ limits: ContentLimits
    ) throws(JSONSyntaxError) -> (ListDraft, RequestProblem?) {
        var decoder = try DraftDecoder(bytes, limits: limits)
        var draft = ListDraft(properties: nil, sections: [])
        switch try decoder.reader.peekKind() {
        case .array: draft = try decoder.readArray()
        case .object: draft = try decoder.readList()
        default:
            _ = try decoder.reader.scanValue()
            decoder.note(.invalidValue, "A list is an array of values, an array of arrays of values, or an object with “sections”.")
        }
        try decoder.reader.readEnd()
        return (draft, decoder.problem)
    }
}
