import Lists
import Ports

/// The runs of events that one round of notifications hands out, by list and kind.
struct EventRuns {
    /// The kinds of a list that get their events handed, at most: the readers of others ask for them. So nobody makes the notifier encode without end.
    static let kindLimit = 8
    /// The bytes of a run of several events, at most.
    static let byteLimit = 256 << 10

    private struct Key: Hashable {
        let list: ListID
        let kind: EventKind
    }

    private struct Draft {
        let before: Int64
        var version: Int64
        var bytes: [UInt8]
    }

    private let kinds: [ListID: [EventKind]]
    private var drafts: [Key: Draft] = [:]
    /// Lists whose readers have to look, since something else has happened than versions one behind the other.
    private var incomplete: Set<ListID>

    /// - Parameters:
    ///   - kinds: The kinds that readers of each list want.
    ///   - incomplete: Lists with changes beside the commits that are added.
    init(kinds: [ListID: [EventKind]], incomplete: Set<ListID>) {
        self.kinds = kinds
        self.incomplete = incomplete
    }

    /// Adds what was committed.
    ///
    /// - Parameter event: The text of a version's event; `nil` where it can't be made.
    mutating func add(_ commit: ListCommit, event: (ListCommit, EventKind) -> [UInt8]?) {
        guard case .version(let new, _) = commit.change else {
            incomplete.insert(commit.id)
            return
        }
        for kind in kinds[commit.id] ?? [] where !incomplete.contains(commit.id) {
            guard let bytes = event(commit, kind), append(bytes, new.version, to: Key(list: commit.id, kind: kind)) else {
                incomplete.insert(commit.id)
                return
            }
        }
    }

    private mutating func append(_ bytes: [UInt8], _ version: Int64, to key: Key) -> Bool {
        guard let draft = drafts[key] else {
            drafts[key] = Draft(before: version - 1, version: version, bytes: bytes)
            return true
        }
        guard draft.version == version - 1, draft.bytes.count + bytes.count <= Self.byteLimit else { return false }
        drafts[key]?.version = version
        drafts[key]?.bytes += bytes
        return true
    }

    /// The events of a list for readers of one kind, each time a new object; `nil` where they have to look.
    func run(of list: ListID, _ kind: EventKind) -> EventRun? {
        guard !incomplete.contains(list), let draft = drafts[Key(list: list, kind: kind)] else { return nil }
        return EventRun(before: draft.before, version: draft.version, bytes: draft.bytes)
    }
}
