import Lists
import Wire

/// What event streams read: which versions of a list there are, and the text of the change that led to each.
struct ListEvents: Sendable {
    private let store: any ListStore
    private let texts: EventTexts
    private let shape: ChangesShape

    init(store: any ListStore, texts: EventTexts, naming: CellNaming) {
        self.store = store
        self.texts = texts
        shape = ChangesShape(naming: naming)
    }

    func standing(of list: ListID) throws -> ListStanding { try store.standing(of: list) }

    /// The text of the change to a version, where it is ready.
    func kept(_ version: Int64, of list: ListID) -> [UInt8]? { texts.kept(version, of: list) }

    /// The text of the change to a version, without the line of its id; `nil` where a version that is needed has left the history.
    func text(_ version: Int64, of list: ListID) throws -> [UInt8]? {
        do {
            return try texts.text(version, of: list) {
                let new = try store.snapshot(of: list, at: version)
                let isFirst = version == new.head.base + 1
                let old = isFirst ? nil : try store.snapshot(of: list, at: version - 1)
                return try EventText.change(from: old, to: new, shape)
            }
        } catch  where error is ListError || error is MissingRecord {
            guard try !store.standing(of: list).canRead(after: version - 1) else { throw error }
            return nil
        }
    }

    /// Lays out the text of what was committed, so that it is there for all readers, and there still when the list has been deleted.
    func prepare(_ commit: ListCommit) {
        guard case .version(let new, let old) = commit.change else { return }
        // What can't be laid out now is tried again, and reported, by the readers.
        _ = try? texts.text(new.version, of: commit.id) { try EventText.change(from: old, to: new, shape) }
    }
}
