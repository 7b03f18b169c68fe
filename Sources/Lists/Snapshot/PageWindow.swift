/// The part of a list or section that a page asks for: so many items from an offset on, or beside an item.
public struct PageWindow: Sendable, Equatable {
    /// The start of a page.
    public enum Start: Sendable, Equatable {
        /// At an offset, counted from 0.
        case offset(Int)
        /// Behind an item.
        case after(Identifier)
        /// So that it ends before an item.
        case before(Identifier)
        /// So that an item is in its middle, as far as there are items on both sides.
        case around(Identifier)
    }

    public let start: Start
    /// The most that the page shows, at least 1.
    public let limit: Int

    public init(_ start: Start, limit: Int) {
        self.start = start
        self.limit = limit
    }

    /// The positions that the page shows, of `count`.
    ///
    /// - Parameter position: The position of an item that the window names.
    /// - Returns: A range whose lower bound is the page's offset, also where the range is empty: an offset at or past the end stays as it
    ///   was asked for.
    public func positions(in count: Int, position: (Identifier) throws -> Int) rethrows -> Range<Int> {
        switch start {
        case .offset(let offset):
            return Self.positions(from: offset, limit: limit, in: count)
        case .after(let id):
            return Self.positions(from: try position(id) + 1, limit: limit, in: count)
        case .before(let id):
            let end = try position(id)
            return max(0, end - limit)..<end
        case .around(let id):
            let offset = min(max(0, try position(id) - limit / 2), max(0, count - limit))
            return Self.positions(from: offset, limit: limit, in: count)
        }
    }

    /// The positions from an offset on, at most `limit` of them, of `count`.
    public static func positions(from offset: Int, limit: Int, in count: Int) -> Range<Int> {
        offset..<(offset < count ? offset + min(limit, count - offset) : offset)
    }
}
