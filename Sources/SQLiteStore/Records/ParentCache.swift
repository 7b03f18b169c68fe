import Foundations
import Lists
import Synchronization

/// The parents of nodes in the newest versions of their lists, bounded in bytes: most ways up from an item share their nodes.
///
/// An entry holds from its version on until the writer forgets it, before a version that says otherwise is visible. Any thread may use it.
final class ParentCache: Sendable {
    /// The newest row of a thing: what it stands under, 0 for nothing, from a version on.
    struct Entry: Sendable, Equatable {
        let since: Int64
        let parent: Number
    }

    private let entries: ClockCache<Number, Entry>
    /// Counts what was forgotten.
    private let generation = Atomic<UInt64>(0)

    /// - Parameter bytes: The bound.
    init(bytes: Int) {
        entries = ClockCache(limit: bytes)
    }

    /// The parent of an item or node in a version.
    ///
    /// - Parameter load: Reads the thing's newest committed row, also where that belongs to a later version.
    /// - Returns: The newest row; `nil` where there is none, or where it belongs to a version after the one asked for.
    func newest(_ number: Number, at version: Int64, load: () throws -> Entry?) throws -> Entry? {
        if let known = entries[number] { return known.since <= version ? known : nil }
        let generation = generation.load(ordering: .sequentiallyConsistent)
        guard let entry = try load(), entry.since <= version else { return nil }
        // A row that was read before another one was committed is not kept: either this finds that things were forgotten, or the writer
        // finds the entry.
        entries.insert(entry, for: number, cost: ClockCache<Number, Entry>.entryBytes) {
            self.generation.load(ordering: .sequentiallyConsistent) == generation
        }
        return entry
    }

    /// Forgets things that have other parents, once that is committed and before a reader knows of it.
    func forget(_ numbers: [Number]) {
        guard !numbers.isEmpty else { return }
        generation.add(1, ordering: .sequentiallyConsistent)
        for number in numbers { entries.remove(number) }
    }
}
