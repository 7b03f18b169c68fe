/// A section of a list: what its header and footer show.
public struct ListSection: Sendable, Hashable, Identifiable {
    /// The section's id, unique in the list.
    public let id: String
    /// The header; nil for none.
    public var header: JSONValue?
    /// The footer; nil for none.
    public var footer: JSONValue?
    /// Further members for the app, as the list's author wrote them.
    public var metadata: [String: JSONValue]
    /// How many items the section had when the server wrote this; ``ListDataSource/numberOfItems(in:)`` has the count on the screen.
    public let itemCount: Int
    /// Whether the server does not have all that this app has done to the section.
    public internal(set) var isPending = false
    /// Whether this app has deleted the section, and the server has it still; its rows are marked with it.
    public internal(set) var isDeleted = false

    /// Makes a section, for previews and tests.
    public init(
        id: String, header: JSONValue? = nil, footer: JSONValue? = nil, metadata: [String: JSONValue] = [:], itemCount: Int = 0
    ) {
        self.id = id
        self.header = header
        self.footer = footer
        self.metadata = metadata
        self.itemCount = itemCount
    }
}

extension ListSection {
    /// Writes members; null takes a header or a footer away.
    mutating func write(_ members: [String: JSONValue]) {
        if let header = members["header"] { self.header = header == .null ? nil : header }
        if let footer = members["footer"] { self.footer = footer == .null ? nil : footer }
        if case .object(let metadata)? = members["metadata"] { self.metadata = metadata }
    }

    /// The section of an index that is none, as of a view that has not counted anew yet. No section has this id.
    static let missing = ListSection(id: "")
}

extension ListSection: Codable {
    private enum CodingKeys: String, CodingKey { case id, header, footer, metadata, itemCount }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        // One that is nested too deep is not there; the list is shown all the same.
        header = try? container.decodeIfPresent(JSONValue.self, forKey: .header)
        footer = try? container.decodeIfPresent(JSONValue.self, forKey: .footer)
        metadata = (try? container.decodeIfPresent([String: JSONValue].self, forKey: .metadata)) ?? [:]
        itemCount = try container.decode(Int.self, forKey: .itemCount)
    }
}
