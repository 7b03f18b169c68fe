/// The decoded segments of a path that stand where its pattern has names.
///
/// A segment is decoded once, after the path was split: an encoded slash is part of it, a plus is a plus.
public struct PathParameters: Sendable {
    /// The names in the pattern's order.
    public let names: [String]
    /// The decoded segments in the same order.
    public let values: [String]

    public init(names: [String] = [], values: [String] = []) {
        self.names = names
        self.values = values
    }

    /// The segment of that name; `nil` when the pattern has no such name.
    public subscript(_ name: String) -> String? {
        for (index, candidate) in names.enumerated() where candidate == name {
            return index < values.count ? values[index] : nil
        }
        return nil
    }
}
