/// A section of a list: what its header and footer show.
public struct ListSection: Sendable, Hashable, Identifiable {
    /// The section's id, unique in the list.
    public let id: String
    /// The header; nil for none.
    public let header: JSONValue?
    /// The footer; nil for none.
    public let footer: JSONValue?
    /// Further members for the app, as the list's author wrote them.
    public let metadata: [String: JSONValue]
    /// How many items the section had when the server wrote this; ``ListDataSource/numberOfItems(in:)`` has the count on the screen.
    public let itemCount: Int

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
    /// The section of an index that is none, as of a view that has not counted anew yet. No section has this id.
    static let missing = ListSection(id: "")
}

extension ListSection: Codable {
    private enum Key: String, CodingKey { case id, header, footer, metadata, itemCount }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        id = try container.decode(String.self, forKey: .id)
        // One that is nested too deep is not there; the list is shown all the same.
        header = try? container.decodeIfPresent(JSONValue.self, forKey: .header)
        footer = try? container.decodeIfPresent(JSONValue.self, forKey: .footer)
        metadata = (try? container.decodeIfPresent([String: JSONValue].self, forKey: .metadata)) ?? [:]
        itemCount = try container.decode(Int.self, forKey: .itemCount)
    }
}
