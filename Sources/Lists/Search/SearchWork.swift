/// Bounds the work of one search, which is counted in bytes that are read.
public struct SearchWork {
    /// Thrown where there is more to do than the thread may take.
    public struct TooLong: Error {}

    /// The units of a leaf whose words are known.
    static let knownLeaf = 32
    /// The units of joining the words of a node's leaves.
    static let join = 32 << 10
    /// The units of an item beside its value.
    static let item = 64

    private var left: Int
    private let check: WorkCheck

    /// - Parameters:
    ///   - units: The work that there is.
    ///   - check: Asked before each leaf.
    public init(units: Int = .max, check: WorkCheck = .none) {
        left = units
        self.check = check
    }

    mutating func begin() throws { try check() }

    /// - Throws: ``TooLong`` where there is not as much left.
    mutating func take(_ units: Int) throws {
        guard units <= left else { throw TooLong() }
        left -= units
    }
}
