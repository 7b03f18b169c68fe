/// A list's own properties: its title, and what its author wrote for apps.
public struct ListInfo: Sendable, Hashable {
    /// The title; nil for none.
    public let title: String?
    /// Further members for the app, as the list's author wrote them.
    public let metadata: [String: JSONValue]

    /// Makes properties, for previews and tests.
    public init(title: String? = nil, metadata: [String: JSONValue] = [:]) {
        self.title = title
        self.metadata = metadata
    }

    /// The parts of a value that a row shows, as they were chosen for everybody who looks at the list.
    public var row: RowParts { RowParts(metadata["row"]) }
}

extension ListInfo: Codable {
    private enum Key: String, CodingKey { case title, metadata }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        // Metadata that is nested too deep is not there; the list is shown all the same.
        metadata = (try? container.decodeIfPresent([String: JSONValue].self, forKey: .metadata)) ?? [:]
    }
}
