public import Foundation

/// A write of an earlier run of the app that was refused, with all that it was: an app can offer to save it otherwise.
public struct ListRefusal<Item: Codable & Sendable>: Sendable {
    /// The kind of a write.
    public enum Kind: Sendable, Equatable {
        case update, insertion, move, deletion, batch
        case sectionUpdate, sectionInsertion, sectionMove, sectionDeletion
    }

    /// The reason.
    public let failure: ListFailure
    /// The kind of write that was refused.
    public let kind: Kind
    /// The id of the item that it was about; nil of an insertion and of a batch of several.
    public let item: String?
    /// The value of an update or an insertion.
    public let value: Item?
    /// The id of the section that an insertion or a move was to go to, or that an edit of a section was about.
    public let section: String?
    /// The row that it was to come before: an id after `@`, or an index path of then, `2-17`.
    public let before: String?
    /// The row that it was to come after.
    public let after: String?
    /// The body of the request, as JSON.
    public let body: Data?

    /// The cell type of an insertion; nil where it gives none.
    public let type: String?
    /// The edits of a batch, in order, each with the failure of the whole; empty of all else.
    public let edits: [ListRefusal<Item>]

    /// - Parameter decode: Reads a value of a batch.
    init(_ write: PendingWrite, _ failure: ListFailure, value: Item?, decode: (Data) -> Item?) {
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
            default: write.parts != nil ? .batch : write.target?.item != nil ? .insertion : .move
            }
        item = kind == .insertion || kind == .batch && write.items.count != 1 ? nil : write.items.first
        type = write.target?.item.flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }?["type"]?.string
        edits = (write.parts ?? []).map { ListRefusal($0, failure, value: $0.value.flatMap(decode)) }
    }

    private init(_ part: BatchPart, _ failure: ListFailure, value: Item?) {
        self.failure = failure
        self.value = value
        let operation = (try? JSONDecoder().decode(JSONValue.self, from: part.text)) ?? [:]
        kind =
            switch operation["op"]?.string {
            case "insertItem": .insertion
            case "moveItem": .move
            case "deleteItem": .deletion
            case "insertSection": .sectionInsertion
            case "updateSection": .sectionUpdate
            case "moveSection": .sectionMove
            case "deleteSection": .sectionDeletion
            default: .update
            }
        item = (operation["item"]?.string?.dropFirst()).map(String.init)
        section = part.section ?? (operation["section"]?.string?.dropFirst()).map(String.init)
        switch part.spots?.first {
        case .before(let name)?: (before, after) = (name, nil)
        case .after(let name)?: (before, after) = (nil, name)
        case .to?, .end?, nil: (before, after) = (operation["before"]?.string, operation["after"]?.string)
        }
        (type, edits, body) = (operation["item"]?["type"]?.string, [], part.text)
    }
}
