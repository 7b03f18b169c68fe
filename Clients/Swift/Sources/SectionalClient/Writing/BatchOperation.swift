import Foundation

/// An item that is to be inserted.
struct NewItem<Item: Codable & Sendable>: Encodable {
    let id: String?
    let type: String?
    let value: Item
}

/// One operation of a batch.
struct BatchOperation<Item: Codable & Sendable>: Encodable {
    let op: String
    /// The name of the item that is there already.
    var name: String?
    var section: String?
    var inserted: NewItem<Item>?
    /// The whole value of an update.
    var value: Item?
    /// The merge patch of an update, as JSON.
    var merge: Data?
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

    private enum Key: String, CodingKey { case op, item, section, value, before, after, to }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(op, forKey: .op)
        try container.encodeIfPresent(name, forKey: .item)
        try container.encodeIfPresent(inserted, forKey: .item)
        try container.encodeIfPresent(section, forKey: .section)
        try container.encodeIfPresent(value, forKey: .value)
        try container.encodeIfPresent(before, forKey: .before)
        try container.encodeIfPresent(after, forKey: .after)
        try container.encodeIfPresent(to, forKey: .to)
    }

    /// The operation as it lies on disk.
    func part(_ options: ListOptions) throws -> BatchPart {
        var text = try options.makeEncoder().encode(self)
        if let merge { text = text.dropLast() + Data(#","merge":"#.utf8) + merge + Data("}".utf8) }
        return BatchPart(
            text: text, condition: condition, seen: seen, inserted: insertedID,
            value: try (written ?? inserted?.value).map { try options.cacheEncoder.encode($0) })
    }
}
