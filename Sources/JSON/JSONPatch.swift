/// A JSON patch (RFC 6902) over verbatim text.
///
/// What the operations do not touch keeps its text and its order; a member that is replaced keeps its place and its key's text, a new one
/// goes last. Members that an operation does not know are ignored, as the RFC wants it.
public struct JSONPatch: Sendable {
    /// The most operations of a patch, so that its time is bounded.
    public static let maximumCount = 10_000
    private let operations: [JSONPatchOperation]

    /// Reads a patch, up to the first operation too many.
    ///
    /// - Throws: ``JSONPatchError`` `malformed` or `tooMany`.
    public init(_ patch: JSONValue) throws(JSONPatchError) {
        guard patch.kind == .array else { throw JSONPatchError(.malformed, "A JSON patch is an array of operations.") }
        operations = try UTF8Text.withBytes(of: patch.text) { bytes in
            Result { () throws(JSONPatchError) in try Self.read(bytes) }
        }.get()
    }

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONPatchError) -> [JSONPatchOperation] {
        var operations: [JSONPatchOperation] = []
        do {
            var reader = try JSONReader(bytes)
            try reader.beginArray()
            while try reader.nextElement() {
                guard operations.count < maximumCount else {
                    throw JSONPatchError(.tooMany, "A patch has at most \(maximumCount) operations.")
                }
                operations.append(try JSONPatchOperation(reading: &reader, index: operations.count))
            }
        } catch let error as JSONPatchError {
            throw error
        } catch {
            // Only text that was never validated can fail to be read.
            throw JSONPatchError(.malformed, "A JSON patch is an array of operations.")
        }
        return operations
    }

    /// What the patch makes of a value: all of its operations, one after the other, or none.
    ///
    /// - Parameter budget: What this patch and others may copy and look at; what this one does is taken off before it is done.
    /// - Throws: ``JSONPatchError`` `conflict`, `tooLarge` or `tooDeep`, with the operation that failed.
    public func applied(to target: JSONValue, budget: inout PatchBudget) throws(JSONPatchError) -> JSONValue {
        var document = JSONPatchDocument(JSONNode(target), budget: budget)
        defer { budget = document.budget }
        for operation in operations { try document.apply(operation) }
        return document.value
    }

    /// What the patch makes of a value where it is the only one of its request.
    ///
    /// - Parameter limit: The most bytes of a value.
    /// - Throws: As ``applied(to:budget:)``.
    public func applied(to target: JSONValue, limit: Int) throws(JSONPatchError) -> JSONValue {
        var budget = PatchBudget(limit: limit)
        return try applied(to: target, budget: &budget)
    }
}
