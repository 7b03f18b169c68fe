/// A section's index and a row's within it, both counted from 0. It means something only in one version of one list.
public struct IndexPath: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let section: Int
    public let row: Int

    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }

    /// As in a path of the API: `2-17`.
    public var description: String { "\(section)-\(row)" }
}
