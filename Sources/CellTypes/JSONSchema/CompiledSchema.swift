public import JSON
public import Lists

/// A JSON Schema of the dialect 2020-12, compiled. Immutable; may be used from any thread.
///
/// The compiler refuses a schema with anything that it cannot check: remote references, vocabularies, other dialects, unknown keywords, and
/// regular expressions that are none of ECMA-262 or have back references. `format`, `contentEncoding`, `contentMediaType` and
/// `contentSchema` say nothing about a value, as the dialect has it.
///
/// The cost of a schema is in proportion to its size, and the cost of a value to both sizes. ``SchemaLimits`` bounds all of it.
public final class CompiledSchema: Sendable {
    private let compiled: CompiledNodes

    /// - Parameter schema: The schema's JSON text: an object or a Boolean.
    /// - Throws: ``SchemaError`` where it is no schema, has something that cannot be checked, or passes a limit.
    public init(_ schema: JSONText) throws(SchemaError) {
        guard schema.byteCount <= SchemaLimits.byteCount else {
            throw SchemaError(pointer: "", keyword: nil, message: "the schema is longer than \(SchemaLimits.byteCount) bytes")
        }
        let tree = JSONTree(schema)
        guard tree.depth <= SchemaLimits.depth else {
            throw SchemaError(pointer: "", keyword: nil, message: "the schema is nested deeper than \(SchemaLimits.depth)")
        }
        let map = try SchemaMap(tree)
        var compiled = try SchemaCompiler.compile(map)
        try ReferenceGraph.check(&compiled, map)
        self.compiled = compiled
    }

    /// Returns the parts of a value that do not match; empty if the value matches. At most `limit`, which is 1 or more, in a fixed order.
    ///
    /// A value that takes more work than ``SchemaLimits/work(byteCount:)`` has a fault that says so. Takes up to 2 MiB of the thread's
    /// stack.
    public func faults(of value: JSONText, limit: Int = 100) -> [ItemFault] {
        check(value, limit: limit).faults
    }

    /// As ``faults(of:limit:)``, within what is left of a larger amount of work.
    ///
    /// - Parameter available: The units that are left.
    /// - Returns: The faults and the units that were taken; more than `available` where these were too few, and then the faults do
    ///   not count.
    public func check(_ value: JSONText, limit: Int, available: Int = .max) -> (faults: [ItemFault], work: Int) {
        var validator = Validator(compiled, value, limit: max(1, limit), available: available)
        return (validator.run(), validator.work)
    }
}
