/// The updates of a list, in order, for one consumer. They end for it when somebody else asks for updates of the same list; else only
/// cancelling the task that waits ends the loop. Its data source lives as long as a task waits.
///
/// Nothing is dropped while nobody takes them: they are merged.
public struct ListUpdates<Item: Codable & Sendable>: AsyncSequence, Sendable {
    /// One update of the screen.
    public typealias Element = ListUpdate<Item>

    private let take: @Sendable () async -> ListUpdate<Item>?

    init(_ take: @escaping @Sendable () async -> ListUpdate<Item>?) { self.take = take }

    /// Makes the sequence's iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(take: take) }

    /// Takes the updates one after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let take: @Sendable () async -> ListUpdate<Item>?

        /// Returns the next update when there is one; nil when a newer consumer has taken over, or the task was cancelled.
        public func next() async -> ListUpdate<Item>? { await take() }
    }
}
