import Foundation

/// An item that is to be inserted.
struct NewItem<Item: Codable & Sendable>: Encodable {
    let id: String?
    /// The cell type's name; nil for none, or for that of a ``TypedValue``.
    let type: String?
    let value: Item

    private enum Key: String, CodingKey { case id, type, value }

    func encode(to encoder: any Encoder) throws {
        let isTyped = value is any TypedValue
        if isTyped { try value.encode(to: encoder) }
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(id, forKey: .id)
        try container.encodeIfPresent(type, forKey: .type)
        if !isTyped { try container.encode(value, forKey: .value) }
    }
}

/// A section that is to be inserted.
struct NewSection<Item: Codable & Sendable>: Encodable {
    let id: String
    let header: JSONValue?
    let footer: JSONValue?
    let metadata: [String: JSONValue]
    /// Its first items; nil for none.
    var items: [NewItem<Item>]?
}

/// One operation of a batch.
struct BatchOperation<Item: Codable & Sendable>: Encodable {
    let op: String
    /// The name of the item that is there already.
    var name: String?
    var section: String?
    var inserted: NewItem<Item>?
    /// The whole value of an update, as JSON.
    var value: Data?
    /// The merge patch of an update, as JSON.
    var merge: Data?
    /// The cell type that an update gives, as JSON; nil where it stays.
    var type: Data?
    var before: String?
    var after: String?
    /// The position afterwards, of a move that nothing is beside.
    var to: RowPosition?
    /// The item as it was seen, of an update or a deletion.
    var condition: PendingWrite.Condition?
    /// The item as it was seen, of a move that minds it.
    var seen: PendingWrite.Condition?
    /// The id of the inserted item; nil where only the server knows it.
    var insertedID: String?
    /// The value that the item has afterwards, of an update.
    var written: Item?
    var newSection: NewSection<Item>?
    /// The section that it inserts, changes, moves or deletes.
    var editedSection: String?
    /// The members that an update of a section changes, as they are afterwards.
    var members: [String: JSONValue]?
    /// The targets of a section's insertion or move, the first one first.
    var spots: [WriteTarget.Spot]?

    private enum Key: String, CodingKey { case op, item, section, before, after, to }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(op, forKey: .op)
        try container.encodeIfPresent(name, forKey: .item)
        try container.encodeIfPresent(inserted, forKey: .item)
        try container.encodeIfPresent(section, forKey: .section)
        try container.encodeIfPresent(newSection, forKey: .section)
        try container.encodeIfPresent(before, forKey: .before)
        try container.encodeIfPresent(after, forKey: .after)
        try container.encodeIfPresent(to, forKey: .to)
    }

    /// The operation as it lies on disk.
    func part(_ options: ListOptions) throws -> BatchPart {
        var text = try options.makeEncoder().encodeExactly(self)
        for (name, content) in [("value", value), ("merge", merge), ("type", type)] {
            if let content { text = text.dropLast() + Data(#","\#(name)":"#.utf8) + content + Data("}".utf8) }
        }
        return BatchPart(
            text: text, condition: condition, seen: seen, inserted: insertedID,
            value: try (written ?? inserted?.value).map { try options.cacheEncoder.encodeExactly($0) }
                ?? members.map { try JSONEncoder().encodeExactly($0) }, section: editedSection, spots: spots)
    }
}

extension BatchOperation {
    /// The update of an item: by its difference, or as a whole where a merge patch cannot say it, or where the type is another.
    ///
    /// - Parameters:
    ///   - id: The item's.
    ///   - old: The value that somebody saw; nil where it is none that this app knows.
    ///   - isWhole: Whether members that `Item` does not know are to go.
    init(updating id: String, from old: Item?, to new: Item, isWhole: Bool = false, _ options: ListOptions) throws {
        let (before, after) = (try old.map(options.encoded), try options.encoded(new))
        let isOfType = before?.type == after.type
        let patch = isWhole || !isOfType ? nil : before.flatMap { ValueDifference.difference(from: $0.text, to: after.text) }
        self.init(op: patch == nil ? "updateItem" : "patchItem", name: "@\(id)")
        merge = patch
        value = patch == nil ? after.text : nil
        type = isOfType ? nil : after.type
        written = new
    }
}
