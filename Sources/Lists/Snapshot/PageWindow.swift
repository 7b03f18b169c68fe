/// The stretch of a run that a page asks for: so many from a place on, or beside an item.
public struct PageWindow: Sendable, Equatable {
    /// Where the stretch is.
    public enum Start: Sendable, Equatable {
        /// From a place on, counted from 0.
        case offset(Int)
        /// What follows an item.
        case after(Identifier)
        /// What comes just before an item, in the run's order.
        case before(Identifier)
        /// What surrounds an item, the item too: as much of it before as after, as far as the run goes.
        case around(Identifier)
    }

    public let start: Start
    /// The most that the page shows, at least 1.
    public let limit: Int

    public init(_ start: Start, limit: Int) {
        self.start = start
        self.limit = limit
    }

    /// The places of the stretch in a run of `count`.
    ///
    /// - Parameter place: The place in the run of an item that the window names.
    /// - Returns: A range whose lower bound is the page's offset, also where the range is empty: an offset at or past the end stays as it
    ///   was asked for.
    public func places(in count: Int, place: (Identifier) throws -> Int) rethrows -> Range<Int> {
        switch start {
        case .offset(let offset):
            return Self.places(from: offset, limit: limit, in: count)
        case .after(let id):
            return Self.places(from: try place(id) + 1, limit: limit, in: count)
        case .before(let id):
            let end = try place(id)
            return max(0, end - limit)..<end
        case .around(let id):
            let offset = min(max(0, try place(id) - limit / 2), max(0, count - limit))
            return Self.places(from: offset, limit: limit, in: count)
        }
    }

    /// The places from an offset on, at most `limit` of them, in a run of `count`.
    public static func places(from offset: Int, limit: Int, in count: Int) -> Range<Int> {
        offset..<(offset < count ? offset + min(limit, count - offset) : offset)
    }
}
