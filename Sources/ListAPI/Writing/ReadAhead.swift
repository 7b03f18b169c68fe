import JSON
import Lists
import Ports
import Wire

/// What a write of an item is going to read, read ahead on the connection's thread, so that the store's one writer finds it at hand.
///
/// Nothing of it decides anything: the writer finds the item itself, and uses what was read only if that is still the item's revision.
/// Whatever is wrong is left for the writer to say.
struct ReadAhead: Sendable {
    private let revision: ItemRevision?
    /// What the change makes of the revision's value, or why it can't.
    private let outcome: Result<JSONValue, any Error>?

    init(of target: ItemTarget, for change: ValueChange, in store: any ListStore, limits: ContentLimits) {
        guard let head = try? store.snapshot(of: target.list, at: nil), let names = try? WriteNames(head, target.version, in: store),
            let item = try? names.item(target.item).item, let revision = try? head.revision(of: item)
        else {
            self.revision = nil
            outcome = nil
            return
        }
        self.revision = revision
        outcome = Result { try change.applied(to: revision.value, limits: limits) }
    }

    /// The revision of an item in a version.
    func revision(of item: Item, in snapshot: ListSnapshot) throws -> ItemRevision {
        if let revision, revision.key == item.entry.revision { return revision }
        return try snapshot.revision(of: item)
    }

    /// What a change makes of a revision's value.
    func value(of current: ItemRevision, after change: ValueChange, limits: ContentLimits) throws -> JSONValue {
        if let outcome, current.key == revision?.key { return try outcome.get() }
        return try change.applied(to: current.value, limits: limits)
    }
}
