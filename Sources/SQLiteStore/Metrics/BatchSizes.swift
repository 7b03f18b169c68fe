/// How many writes were committed together.
public struct BatchSizes: Sendable, Equatable {
    /// Upper bounds of ``counts``.
    public static let bounds = [1, 2, 4, 8, 16, 32, 64, 128, 256]

    /// Commits by the first bound that they do not pass; those that pass all come last.
    public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// Writes of all commits together.
    public private(set) var sum = 0

    mutating func add(_ writes: Int) {
        counts[Self.bounds.firstIndex { writes <= $0 } ?? Self.bounds.count] += 1
        sum &+= writes
    }
}
