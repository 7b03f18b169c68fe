/// A list's own properties: its title, and what its author wrote for apps.
public struct ListInfo: Sendable, Hashable {
    /// The title; nil for none.
    public let title: String?
    /// Further members for the app, as the list's author wrote them.
    public let metadata: [String: JSONValue]
    /// The pointer at which values have their items' ids, null for none; nil where nobody has asked.
    var identity: JSONValue?
    /// The cell type of items without one; nil for none.
    var defaultType: String?

    /// Makes properties, for previews and tests.
    public init(title: String? = nil, metadata: [String: JSONValue] = [:]) {
        self.title = title
        self.metadata = metadata
    }

    /// The parts of a value that a row shows, as they were chosen for everybody who looks at the list.
    public var row: RowParts { RowParts(metadata["row"]) }
}

extension ListInfo {
    /// Identity and default type are not for apps: another default type loads the rows anew.
    public static func == (a: ListInfo, b: ListInfo) -> Bool { a.title == b.title && a.metadata == b.metadata }

    /// Hashes what makes two of them equal.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(metadata)
    }
}

extension ListInfo: Codable {
    private enum Key: String, CodingKey { case title, metadata, identity, defaultType }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        // Metadata that is nested too deep is not there; the list is shown all the same.
        defaultType = (try? container.decodeIfPresent(String.self, forKey: .defaultType)) ?? nil
        identity = container.contains(.identity) ? try? container.decode(JSONValue.self, forKey: .identity) : nil
        metadata = (try? container.decodeIfPresent([String: JSONValue].self, forKey: .metadata)) ?? [:]
    }
}
