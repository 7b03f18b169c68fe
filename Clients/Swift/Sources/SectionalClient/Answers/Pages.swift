/// `GET /lists/{list}/sections`.
struct SectionPage<Item: Codable & Sendable>: Decodable, Sendable {
    let version: ListVersion
    /// The number of all sections.
    let sectionCount: Int
    let offset: Int
    let sections: [SectionBeginning<Item>]
    /// `List-Created`; nil where the server does not say.
    var created: String?
    /// The variant of the rows' cells, by ``ItemPage/variant``.
    var variant = ""
    /// The list's own properties, where they were asked for beside it.
    var info = ListInfo()

    private enum CodingKeys: String, CodingKey { case version, sectionCount, offset, sections }
}

/// A section of a page, with its first rows where they were asked for.
struct SectionBeginning<Item: Codable & Sendable>: Decodable, Sendable {
    let section: ListSection
    let rows: [ListRow<Item>]

    private enum Key: String, CodingKey { case items }

    init(from decoder: any Decoder) throws {
        section = try ListSection(from: decoder)
        rows = try decoder.container(keyedBy: Key.self).decodeIfPresent([ListRow<Item>].self, forKey: .items) ?? []
    }
}

/// `GET /lists/{list}/sections/{section}`.
struct SectionAnswer: Decodable, Sendable {
    let index: Int
    let itemCount: Int
}

/// `GET /lists/{list}/items`: a window of the flat list.
struct ItemPage<Item: Codable & Sendable>: Decodable, Sendable {
    let version: ListVersion
    let offset: Int
    let items: [PlacedRow<Item>]
    /// The variant of the items' cells, as the hash in the entity tag; empty if they depend on the list alone.
    var variant = ""

    private enum CodingKeys: String, CodingKey { case version, offset, items }
}

/// `GET /lists/{list}/geometry`.
struct GeometryAnswer: Decodable, Sendable {
    struct Section: Decodable, Sendable {
        let id: String
        let runs: [Run]
    }

    /// Neighbouring rows of one cell.
    struct Run: Decodable, Sendable {
        let count: Int
        let cell: String
        /// In points; nil where nobody has registered one.
        let height: Double?

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            count = try values.decode(Int.self)
            cell = try values.decode(String.self)
            height = try values.decodeIfPresent(Double.self)
        }
    }

    let sections: [Section]
}

extension TransportResponse {
    /// The hash of an entity tag `"vV.HASH"`; empty where it has none.
    var variant: String {
        guard let tag = headers["etag"], let dot = tag.firstIndex(of: ".") else { return "" }
        return String(tag[tag.index(after: dot)...].prefix { $0.isHexDigit })
    }
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
