/// A name and a value in a query, decoded.
public struct QueryParameter: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Whether it has a name, byte by byte.
    public func isNamed(_ name: String) -> Bool { Bytes.areEqual(self.name, name) }
}
