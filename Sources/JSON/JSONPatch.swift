/// A JSON patch (RFC 6902) over verbatim text.
///
/// Parts that the operations do not touch keep their text and their order. A replaced member stays where it is and keeps its key's text; a
/// new one goes last. Members that an operation does not know are ignored, as the RFC wants it.
public struct JSONPatch: Sendable {
    /// The most operations of a patch, so that its time is bounded.
    public static let maximumCount = 10_000
    private let operations: [JSONPatchOperation]

    /// Reads a patch, up to the first operation too many.
    ///
    /// - Throws: ``JSONPatchError`` `malformed` or `tooMany`.
    public init(_ patch: JSONText) throws(JSONPatchError) {
        guard patch.kind == .array else { throw JSONPatchError(.malformed, "A JSON patch is an array of operations.") }
        do {
            operations = try JSONReader.read(patch.text.utf8.span) { reader in try Self.read(&reader) }
        } catch let error as JSONPatchError {
            throw error
        } catch {
            // Only text that was never validated can fail to be read.
            throw JSONPatchError(.malformed, "A JSON patch is an array of operations.")
        }
    }

    private static func read(_ reader: inout JSONReader) throws -> [JSONPatchOperation] {
        var operations: [JSONPatchOperation] = []
        try reader.beginArray()
        while try reader.nextElement() {
            guard operations.count < maximumCount else {
                throw JSONPatchError(.tooMany, "A patch has at most \(maximumCount) operations.")
            }
            operations.append(try JSONPatchOperation(reading: &reader, index: operations.count))
        }
        return operations
    }

    /// Applies the patch to a value: all of its operations, one after the other, or none.
    ///
    /// - Parameter budget: The bytes and parts that this patch and others may copy and look at; this patch takes its own off before it does
    ///   the work.
    /// - Throws: ``JSONPatchError`` `conflict`, `tooLarge` or `tooDeep`, with the operation that failed.
    public func applied(to target: JSONText, budget: inout PatchBudget) throws(JSONPatchError) -> JSONText {
        var document = JSONPatchDocument(JSONNode(target), budget: budget)
        defer { budget = document.budget }
        for operation in operations { try document.apply(operation) }
        return document.value
    }

    /// Applies the patch to a value, as the only patch of its request.
    ///
    /// - Parameter limit: The most bytes of a value.
    /// - Throws: As ``applied(to:budget:)``.
    public func applied(to target: JSONText, limit: Int) throws(JSONPatchError) -> JSONText {
        var budget = PatchBudget(limit: limit)
        return try applied(to: target, budget: &budget)
    }
}
