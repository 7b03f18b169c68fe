import Lists
import Ports
import Wire

/// What event streams read: which versions of a list there are, and the texts of the changes between them.
struct ListEvents: Sendable {
    private let store: any ListStore
    private let texts: EventTexts
    private let naming: CellNaming
    /// The most operations that a change is shown with.
    private var operationLimit = ChangesShape.operations

    init(store: any ListStore, texts: EventTexts, naming: CellNaming) {
        self.store = store
        self.texts = texts
        self.naming = naming
    }

    /// The same, under another limit of operations.
    func limited(to operations: Int) -> ListEvents {
        var limited = self
        limited.operationLimit = operations
        return limited
    }

    func standing(of list: ListID) throws -> ListStanding { try store.standing(of: list) }

    /// The text of the change to a version from the one before it, where it is ready.
    func kept(_ version: Int64, of list: ListID) -> [UInt8]? {
        if let text = kept(version, of: list, limit: ChangesShape.operations) { return text }
        return operationLimit > ChangesShape.operations ? kept(version, of: list, limit: operationLimit) : nil
    }

    private func kept(_ version: Int64, of list: ListID, limit: Int) -> [UInt8]? {
        texts.kept(EventTexts.Key(list: list, from: version - 1, to: version, limit: limit))?.text(limit: operationLimit)
    }

    /// The text of the change from a version to a later one, without the line of its id; `nil` where a version that is needed has left the
    /// history. Readers with different limits share it where they can.
    func text(from before: Int64, to version: Int64, of list: ListID) throws -> [UInt8]? {
        do {
            for limit in limits {
                let change = try texts.text(EventTexts.Key(list: list, from: before, to: version, limit: limit)) {
                    let new = try store.snapshot(of: list, at: version)
                    let old = before == new.head.base ? nil : try store.snapshot(of: list, at: before)
                    return EventChange(try ChangesShape(naming: naming, operationLimit: limit).text(from: old, to: new))
                }
                if let text = change.text(limit: operationLimit) { return text }
            }
            return nil
        } catch  where error is ListError || error is MissingRecord {
            guard try !store.standing(of: list).canRead(after: before) else { throw error }
            return nil
        }
    }

    /// Encodes the text of what was committed, so that it is there for all readers, and there still when the list has been deleted.
    func prepare(_ commit: ListCommit) {
        guard case .version(let new, let old) = commit.change else { return }
        let key = EventTexts.Key(list: commit.id, from: new.version - 1, to: new.version, limit: ChangesShape.operations)
        // What can't be encoded now is tried again, and reported, by the readers.
        _ = try? texts.text(key) { EventChange(try ChangesShape(naming: naming).text(from: old, to: new)) }
    }

    /// The limits to encode for, in order: that of all readers who ask for no more, which is prepared, then a higher one.
    private var limits: [Int] { [ChangesShape.operations] + (operationLimit > ChangesShape.operations ? [operationLimit] : []) }
}
