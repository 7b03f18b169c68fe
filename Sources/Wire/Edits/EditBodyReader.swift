public import Lists

/// Reads the bodies that insert and move.
///
/// Each function throws `malformed-json`, else `too-large` for a value or the body, else the first of `unknown-key`, `invalid-value` and
/// `limit-exceeded`, with a JSON pointer to what is wrong. Whether places, names and ids fit the list is not looked at.
public enum EditBodyReader {
    /// Reads `{"item":{…}}` or `{"items":[…]}`, with `index`, `before` or `after`.
    public static func itemInsertion(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) -> ItemInsertion {
        try read(body, limits) { decoder throws(JSONSyntaxError) in try decoder.readItemInsertion() }
    }

    /// Reads `{"section":{…}}`, with `index`, `before` or `after`.
    public static func sectionInsertion(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) -> SectionInsertion {
        try read(body, limits) { decoder throws(JSONSyntaxError) in try decoder.readSectionInsertion() }
    }

    /// Reads `{"to":[S,R]}`, or `before` or `after` an item; one of them stands there.
    public static func itemMove(
        _ body: [UInt8], limits: ContentLimits
    ) throws(RequestProblem) -> BodyPlace<IndexPath, ItemReference> {
        try read(body, limits) { decoder throws(JSONSyntaxError) in try decoder.readItemMove() }
    }

    /// Reads `{"index":N}`, or `before` or `after` a section; one of them stands there.
    public static func sectionMove(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) -> BodyPlace<Int, SectionReference> {
        try read(body, limits) { decoder throws(JSONSyntaxError) in try decoder.readSectionMove() }
    }

    private static func read<Content>(
        _ body: [UInt8], _ limits: ContentLimits, _ decode: (inout DraftDecoder) throws(JSONSyntaxError) -> Content
    ) throws(RequestProblem) -> Content {
        guard body.count <= limits.body else {
            throw RequestProblem(.tooLarge, "A body has at most \(limits.body) bytes; this one has \(body.count).")
        }
        let outcome = body.withUnsafeBufferPointer { bytes in
            Result { () throws(JSONSyntaxError) in
                var decoder = try DraftDecoder(bytes, limits: limits)
                let content = try decode(&decoder)
                try decoder.reader.readEnd()
                return (content, decoder.problem)
            }
        }
        switch outcome {
        case .success((let content, nil)): return content
        case .success((_, let problem?)): throw problem
        case .failure(let error): throw RequestProblem(error)
        }
    }
}
