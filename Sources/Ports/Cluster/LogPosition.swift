/// A position in a ``CommitLog``: that of an entry, or the beginning.
///
/// The number alone does not tell two histories apart: a log that lost its end goes on with other entries under the same numbers. So an entry
/// has a random id, and names the id of the one before it.
public struct LogPosition: Sendable, Hashable {
    /// Counts the entries: 1, 2, 3 and so on; 0 for the beginning.
    public let number: Int64
    /// The entry's id; 0 for the beginning.
    public let id: Int64

    public init(number: Int64, id: Int64) {
        self.number = number
        self.id = id
    }

    /// The position before the first entry.
    public static let beginning = LogPosition(number: 0, id: 0)
}

extension LogPosition: CustomStringConvertible {
    public var description: String { "\(number)" }
}
