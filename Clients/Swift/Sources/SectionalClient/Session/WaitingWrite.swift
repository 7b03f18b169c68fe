public import Foundation

/// A write of the app that the server does not have yet.
public struct WaitingWrite: Sendable, Equatable, Identifiable {
    /// The kind of a write.
    public enum Kind: Sendable, Equatable {
        case update, insertion, move, deletion, batch
    }

    /// The key by which the server does it once.
    public let id: String
    /// The list's id.
    public let list: String
    /// The kind of the write.
    public let kind: Kind
    /// The ids of the items that it names.
    public let items: [String]
    /// The time at which it was made.
    public let madeAt: Date
    /// Whether it has been sent, and so may have been done.
    public let isSent: Bool
}

extension WaitingWrite {
    /// Nil of a tap.
    init?(_ write: PendingWrite, in list: String) {
        switch (write.kind, write.method) {
        case (.interaction, _): return nil
        case (.update, _): kind = .update
        case (.edit, "DELETE"): kind = .deletion
        case (.edit, _): kind = write.parts != nil ? .batch : write.target?.item != nil ? .insertion : .move
        }
        (id, self.list, items, madeAt, isSent) = (write.key, list, write.items, write.madeAt, write.isSent)
    }
}
