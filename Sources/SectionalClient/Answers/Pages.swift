/// `GET /lists/{list}/sections`.
struct SectionPage: Decodable, Sendable {
    let version: ListVersion
    let sectionCount: Int
    let offset: Int
    let sections: [ListSection]
}

/// `GET /lists/{list}/items`: a window of the flat list.
struct ItemPage<Item: Codable & Sendable>: Decodable, Sendable {
    let version: ListVersion
    let offset: Int
    let items: [PlacedRow<Item>]
}

/// A row with its index path in the version of its page.
struct PlacedRow<Item: Codable & Sendable>: Decodable, Sendable {
    let indexPath: RowPosition
    let row: ListRow<Item>

    private enum Key: String, CodingKey { case indexPath }

    init(from decoder: any Decoder) throws {
        indexPath = try decoder.container(keyedBy: Key.self).decode(RowPosition.self, forKey: .indexPath)
        row = try ListRow(from: decoder)
    }
}
