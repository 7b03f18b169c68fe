import JSON
public import Lists

/// Reads the bodies that insert and move, and those of batches.
///
/// Each function throws `malformed-json`, else `too-large` for a value or the body, else the first of `unknown-key`, `invalid-value` and
/// `limit-exceeded`, with a JSON pointer to what is wrong. Whether places, names and ids fit the list is not looked at.
public enum EditBodyReader {
    /// Reads `{"item":{…}}` or `{"items":[…]}`, with `index`, `before` or `after`.
    public static func itemInsertion(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) -> ItemInsertion {
        try DocumentBody.read(body, limits) { decoder throws(JSONSyntaxError) in try decoder.readItemInsertion() }
    }

    /// Reads `{"section":{…}}`, with `index`, `before` or `after`.
    public static func sectionInsertion(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) -> SectionInsertion {
        try DocumentBody.read(body, limits) { decoder throws(JSONSyntaxError) in try decoder.readSectionInsertion() }
    }

    /// Reads `{"at"?,"operations":[…]}`. What is wrong with an operation names it first: `/operations/N`.
    public static func batch(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) -> Batch {
        try DocumentBody.read(body, limits) { decoder throws(JSONSyntaxError) in try decoder.readBatch() }
    }

    /// Reads `{"to":[S,R]}`, or `before` or `after` an item; one of them stands there.
    public static func itemMove(
        _ body: [UInt8], limits: ContentLimits
    ) throws(RequestProblem) -> BodyPlace<IndexPath, ItemReference> {
        try DocumentBody.read(body, limits) { decoder throws(JSONSyntaxError) in try decoder.readItemMove() }
    }

    /// Reads `{"index":N}`, or `before` or `after` a section; one of them stands there.
    public static func sectionMove(_ body: [UInt8], limits: ContentLimits) throws(RequestProblem) -> BodyPlace<Int, SectionReference> {
        try DocumentBody.read(body, limits) { decoder throws(JSONSyntaxError) in try decoder.readSectionMove() }
    }
}
