/// An item that is to be inserted.
struct NewItem<Item: Codable & Sendable>: Encodable {
    let id: String?
    let type: String?
    let value: Item
}

/// The body of a batch.
struct BatchBody<Item: Codable & Sendable>: Encodable {
    let operations: [BatchOperation<Item>]
}

/// One operation of a batch.
struct BatchOperation<Item: Codable & Sendable>: Encodable {
    let op: String
    /// The name of the item that is there already.
    var name: String?
    var section: String?
    var inserted: NewItem<Item>?
    var value: Item?
    var to: RowPosition?
    var before: String?
    var after: String?

    private enum Key: String, CodingKey { case op, item, section, value, to, before, after }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(op, forKey: .op)
        try container.encodeIfPresent(name, forKey: .item)
        try container.encodeIfPresent(inserted, forKey: .item)
        try container.encodeIfPresent(section, forKey: .section)
        try container.encodeIfPresent(value, forKey: .value)
        try container.encodeIfPresent(to, forKey: .to)
        try container.encodeIfPresent(before, forKey: .before)
        try container.encodeIfPresent(after, forKey: .after)
    }
}
