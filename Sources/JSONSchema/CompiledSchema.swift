public import JSON

/// A JSON Schema of the dialect 2020-12, compiled. Immutable; may be used from any thread.
public final class CompiledSchema: Sendable {
    /// - Parameter schema: The schema's JSON text: an object or a Boolean.
    /// - Throws: ``SchemaError`` where it is no schema, has something that cannot be checked, or passes a limit.
    public init(_ schema: JSONValue) throws(SchemaError) {
    }

    /// What of a value does not match; empty where it matches. At most `limit`, in a fixed order.
    public func violations(of value: JSONValue, limit: Int = 100) -> [SchemaViolation] {
        []
    }
}

/// Why a schema is not taken.
public struct SchemaError: Error, Sendable, Equatable {
    /// Into the schema's document, RFC 6901; empty for the whole.
    public let pointer: String
    public let keyword: String?
    /// Safe to show to a client.
    public let message: String

    public init(pointer: String, keyword: String?, message: String) {
        self.pointer = pointer
        self.keyword = keyword
        self.message = message
    }
}

/// What of a value does not match a schema.
public struct SchemaViolation: Sendable, Equatable {
    /// Into the value, RFC 6901; empty for the whole.
    public let pointer: String
    public let keyword: String
    /// Safe to show to a client.
    public let message: String

    public init(pointer: String, keyword: String, message: String) {
        self.pointer = pointer
        self.keyword = keyword
        self.message = message
    }
}
