/// The changes from one version to another: `GET /lists/{list}/changes`, and the data of a `change` event.
struct ChangesAnswer<Item: Codable & Sendable>: Decodable, Sendable {
    let from: ListVersion
    let to: ListVersion
    /// Whether the two differ by more than was asked for; then there are no stages.
    let reload: Bool
    let stages: [StageAnswer<Item>]
    /// The list's own properties, where they differ.
    var properties: ListInfo?
}

/// The data of a `reset` or `deleted` event.
struct VersionAnswer: Decodable, Sendable { let version: ListVersion }
