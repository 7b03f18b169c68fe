public import Foundation

/// A write of an earlier run of the app that was refused, with all that it was: an app can offer to save it otherwise.
public struct ListRefusal<Item: Codable & Sendable>: Sendable {
    /// The written value.
    public enum Kind: Sendable, Equatable {
        case update, insertion, move, deletion, batch
    }

    /// The reason.
    public let failure: ListFailure
    /// The kind of write that was refused.
    public let kind: Kind
    /// The id of the item that it was about; nil of an insertion and of a batch of several.
    public let item: String?
    /// The value of an update or an insertion.
    public let value: Item?
    /// The id of the section that an insertion or a move was to go to.
    public let section: String?
    /// The row that it was to come before: an id after `@`, or an index path of then, `2-17`.
    public let before: String?
    /// The row that it was to come after.
    public let after: String?
    /// The body of the request, as JSON.
    public let body: Data?

    init(_ write: PendingWrite, _ failure: ListFailure, value: Item?) {
        self.failure = failure
        self.value = value
        body = write.body
        section = write.target?.section
        switch write.target?.wanted {
        case .before(let name)?: (before, after) = (name, nil)
        case .after(let name)?: (before, after) = (nil, name)
        case .to?, .end?, nil: (before, after) = (nil, nil)
        }
        kind =
            switch (write.kind, write.method) {
            case (.update, _): .update
            case (_, "DELETE"): .deletion
            default: write.path == "batch" ? .batch : write.target?.item != nil ? .insertion : .move
            }
        item = kind == .insertion ? nil : write.items.first
    }
}
