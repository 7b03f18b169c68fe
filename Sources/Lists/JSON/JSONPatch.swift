/// A JSON patch (RFC 6902) over verbatim text.
///
/// What the operations do not touch keeps its text and its order; a member that is replaced keeps its place and its key's text, a new one
/// goes last. Members that an operation does not know are ignored, as the RFC wants it.
public struct JSONPatch: Sendable {
    /// The most operations of a patch, so that its time is bounded.
    public static let maximumCount = 10_000
    private let operations: [JSONPatchOperation]

    /// Reads a patch.
    ///
    /// - Throws: ``JSONPatchError`` `malformed` or `tooMany`.
    public init(_ patch: JSONValue) throws(JSONPatchError) {
        guard patch.kind == .array else { throw JSONPatchError(.malformed, "A JSON patch is an array of operations.") }
        let root = JSONNode(patch)
        guard case .array(let elements) = root.content else { throw JSONPatchError(.malformed, "A JSON patch is an array.") }
        guard elements.count <= Self.maximumCount else {
            throw JSONPatchError(.tooMany, "A patch has at most \(Self.maximumCount) operations; this one has \(elements.count).")
        }
        var operations: [JSONPatchOperation] = []
        for (index, element) in elements.enumerated() {
            operations.append(try JSONPatchOperation(element, index: index))
        }
        self.operations = operations
    }

    /// What the patch makes of a value: all of its operations, one after the other, or none.
    ///
    /// - Parameter limit: The most bytes of a value; what all operations copy together may be eight times that, and so may what they move
    ///   further down, counted in values.
    /// - Throws: ``JSONPatchError`` `conflict`, `tooLarge` or `tooDeep`, with the operation that failed.
    public func applied(to target: JSONValue, limit: Int) throws(JSONPatchError) -> JSONValue {
        let (budget, overflows) = limit.multipliedReportingOverflow(by: 8)
        var document = JSONPatchDocument(JSONNode(target), budget: overflows ? Int.max : budget)
        for operation in operations { try document.apply(operation) }
        return document.value
    }
}
