public import Foundation

/// How a list is loaded and kept.
public struct ListOptions: Sendable {
    /// Rows that one request asks for, 1–500.
    public var pageSize: Int
    /// Rows that stay in memory around those on the screen.
    public var keep: Int
    /// Screens that are loaded beyond what is visible, on either side.
    public var prefetch: Int
    /// The folders that keep the list between runs; nil keeps nothing, and writes that wait are lost with the app.
    public var cache: ListCache?
    /// The cell types that this app can show; others come as the nearest type that it can, by their `fallback`. Nil takes all, and the
    /// known types of a ``TypedValue``.
    public var acceptedCells: [String]?
    /// Whether an item that is inserted without an id gets a random one here. Then it is on the screen at once, and is not inserted twice even
    /// where the insertion is repeated after the day for which the server remembers it. A list with an `identity` finds ids in the values,
    /// and gets none from here.
    public var makesItemIDs: Bool
    /// Changes that may wait for a screen that is slow before they are merged into one.
    public var mergeAfter: Int
    /// Milliseconds between two events, 100–60,000, for lists that change faster than anybody looks; nil takes each.
    public var every: Int?
    /// Whether the estimated heights of the list's cells are loaded with it, for ``ListDataSource/estimatedHeight(at:)``: one request more, beside
    /// the first. A run of rows of one cell takes some 15 bytes of its answer, so a long list whose cells alternate makes it long.
    public var loadsHeights: Bool
    /// Makes what values are read by, a new one each time. Called from any thread.
    public var makeDecoder: @Sendable () -> JSONDecoder
    /// Makes what values are written by.
    public var makeEncoder: @Sendable () -> JSONEncoder

    /// Makes options; each has the default that its property names.
    public init(
        pageSize: Int = 50, keep: Int = 2_000, prefetch: Int = 2, cache: ListCache? = .caches, acceptedCells: [String]? = nil,
        makesItemIDs: Bool = true, mergeAfter: Int = 4, every: Int? = nil, loadsHeights: Bool = false,
        makeDecoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() },
        makeEncoder: @escaping @Sendable () -> JSONEncoder = { JSONEncoder() }
    ) {
        (self.pageSize, self.keep, self.prefetch, self.cache, self.acceptedCells) = (pageSize, keep, prefetch, cache, acceptedCells)
        (self.makesItemIDs, self.mergeAfter, self.every, self.loadsHeights) = (makesItemIDs, mergeAfter, every, loadsHeights)
        (self.makeDecoder, self.makeEncoder) = (makeDecoder, makeEncoder)
    }
}
