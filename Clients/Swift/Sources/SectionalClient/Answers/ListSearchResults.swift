/// A page of what a search has found, in the order of the list.
public struct ListSearchResults<Item: Codable & Sendable>: Sendable {
    /// The version that was searched: the newest one, which may not be on the screen yet.
    public let version: ListVersion
    /// The words that were looked for, without case and accents.
    public let words: [String]
    /// How many items have them; nil where they are more than 1,000.
    public let itemCount: Int?
    /// Whether nothing may be missing from ``rows``.
    public let isComplete: Bool
    /// The offset of the first row among all that were found.
    public let offset: Int
    /// Rows of the version that was searched. ``RemoteDataProvider/load(around:)`` leads from an id to the row on the screen.
    public let rows: [ListRow<Item>]
}

extension ListSearchResults: Decodable {
    private enum Key: String, CodingKey { case version, words, itemCount, complete, offset, items }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        version = try container.decode(ListVersion.self, forKey: .version)
        words = try container.decode([String].self, forKey: .words)
        itemCount = try container.decodeIfPresent(Int.self, forKey: .itemCount)
        isComplete = try container.decode(Bool.self, forKey: .complete)
        offset = try container.decode(Int.self, forKey: .offset)
        rows = try container.decode([ListRow<Item>].self, forKey: .items)
    }
}
