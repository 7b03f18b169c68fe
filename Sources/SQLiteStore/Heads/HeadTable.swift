import Lists
import Ports
import Synchronization
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The heads of lists in use, by id, bounded in number.
///
/// The writer publishes here what it has committed; a reader fills in what is missing. A reader that loaded a head before a commit and
/// comes here after it is turned away by the shard's generation, so an old head never replaces a newer one.
final class HeadTable: Sendable {
    /// A list's newest version, and the watch that says when a newer one is there.
    struct Entry: Sendable {
        let head: ListHead
        let watch: ListWatch
    }

    private struct State {
        var entries: [ListID: Entry] = [:]
        /// Counts what was published.
        var generation: UInt64 = 0
    }

    private final class Shard: Sendable {
        let state = Mutex(State())
    }

    private let shards: [Shard]
    private let limit: Int
    /// Odd while the heads of a batch are being shown, one after the other.
    private let publication = Atomic<UInt64>(0)

    /// - Parameter limit: The most heads kept.
    init(limit: Int) {
        shards = (0..<32).map { _ in Shard() }
        self.limit = max(1, limit / 32)
    }

    /// The head of a list; `nil` if there is no such list.
    ///
    /// - Parameter load: Reads the newest committed head and the oldest version of its history.
    func entry(_ id: ListID, load: () throws -> (head: ListHead, oldest: Int64)?) throws -> Entry? {
        let shard = shard(id)
        while true {
            let (found, generation) = shard.state.withLock { ($0.entries[id], $0.generation) }
            if let found { return found }
            guard let (head, oldest) = try load() else { return nil }
            let entry = Entry(head: head, watch: ListWatch(list: head.number, head: head.version, oldest: oldest))
            let kept = shard.state.withLock { state -> Entry? in
                if let other = state.entries[id] { return other }
                guard state.generation == generation else { return nil }
                makeRoom(in: &state)
                state.entries[id] = entry
                return entry
            }
            if let kept { return kept }
        }
    }

    /// The generation of each shard: of heads whose rows are read from now on.
    var generations: [UInt64] { shards.map { $0.state.withLock { $0.generation } } }

    /// The head of a row that a page of lists has read: one that is no older than the row. It is kept from now on where no other has to go.
    ///
    /// - Parameters:
    ///   - generations: As they were before the row was read; `nil` looks at no head that is kept, and keeps none.
    ///   - load: Reads the row's own head.
    func head(of row: IncarnationRow, since generations: [UInt64]?, load: () throws -> ListHead?) rethrows -> ListHead? {
        guard let generations, let id = ListID(row.id) else { return try load() }
        let index = index(of: id)
        let kept = shards[index].state.withLock { $0.entries[id]?.head }
        if let kept, kept.number == row.number, kept.version >= row.head { return kept }
        guard let head = try load() else { return nil }
        shards[index].state.withLock { state in
            guard state.generation == generations[index], state.entries.count < limit, state.entries[id] == nil else { return }
            state.entries[id] = Entry(head: head, watch: ListWatch(list: head.number, head: head.version, oldest: row.oldest))
        }
        return head
    }

    /// Heads of a batch are about to be shown.
    func beginPublication() { publication.add(1, ordering: .acquiringAndReleasing) }

    /// All heads of a batch are shown.
    func endPublication() { publication.add(1, ordering: .acquiringAndReleasing) }

    /// Waits until no batch is in the middle of being shown, which takes microseconds: who has learned of a list's version from one of its
    /// views may ask for it before it is shown.
    ///
    /// - Returns: Whether it has waited.
    func awaitPublication() -> Bool {
        let seen = publication.load(ordering: .acquiring)
        guard seen % 2 == 1 else { return false }
        while publication.load(ordering: .acquiring) == seen { sched_yield() }
        return true
    }

    /// Makes a committed head visible, before its write is acknowledged.
    func publish(_ head: ListHead, oldest: Int64) {
        shard(head.id).state.withLock { state in
            state.generation &+= 1
            guard let entry = state.entries[head.id] else { return }
            guard entry.watch.list == head.number else {
                entry.watch.end()
                state.entries[head.id] = nil
                return
            }
            entry.watch.raiseOldest(to: oldest)
            state.entries[head.id] = Entry(head: head, watch: entry.watch)
            entry.watch.advance(to: head.version)
        }
    }

    /// Whether the head of a list is kept. A reader that loads it meanwhile loads it again.
    func has(_ id: ListID) -> Bool {
        shard(id).state.withLock { state in
            state.generation &+= 1
            return state.entries[id] != nil
        }
    }

    /// Makes the end of a list visible.
    func remove(_ id: ListID) {
        shard(id).state.withLock { state in
            state.generation &+= 1
            state.entries.removeValue(forKey: id)?.watch.end()
        }
    }

    /// Ends every watch.
    func removeAll() {
        for shard in shards {
            shard.state.withLock { state in
                state.generation &+= 1
                for entry in state.entries.values { entry.watch.end() }
                state.entries = [:]
            }
        }
    }

    private func makeRoom(in state: inout State) {
        guard state.entries.count >= limit, let victim = state.entries.keys.randomElement() else { return }
        state.entries.removeValue(forKey: victim)?.watch.end()
    }

    private func shard(_ id: ListID) -> Shard { shards[index(of: id)] }

    private func index(of id: ListID) -> Int { Int(UInt(bitPattern: id.hashValue) % UInt(shards.count)) }
}
