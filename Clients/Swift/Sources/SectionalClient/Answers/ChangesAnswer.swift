/// The changes from one version to another: `GET /lists/{list}/changes`, and the data of a `change` event.
struct ChangesAnswer<Item: Codable & Sendable>: Decodable, Sendable {
    let from: ListVersion
    let to: ListVersion
    /// Whether the two differ by more than was asked for; then there are no stages.
    let reload: Bool
    let stages: [StageAnswer<Item>]
    /// The list's own properties, where they differ.
    var properties: ListInfo?
    /// The number of sections that have not come yet, of a version that comes in parts.
    var remaining = 0

    private enum CodingKeys: String, CodingKey { case from, to, reload, stages, properties }
}

extension ChangesAnswer {
    /// Sections that come after those that are there, of one version.
    ///
    /// - Parameters:
    ///   - index: That of the first.
    ///   - total: The number of sections that the version has.
    init(_ sections: [ListSection], from index: Int, of total: Int, at version: ListVersion) {
        var stage = StageAnswer<Item>()
        stage.sections.inserted = sections.enumerated().map { .init(index: index + $0, section: $1) }
        self.init(from: version, to: version, reload: false, stages: [stage], remaining: total - index - sections.count)
    }

    /// These sections and those after them as one change.
    func followed(by next: ChangesAnswer) -> ChangesAnswer {
        var stage = StageAnswer<Item>()
        stage.sections.inserted = (stages + next.stages).flatMap(\.sections.inserted)
        return ChangesAnswer(from: from, to: next.to, reload: false, stages: [stage], remaining: next.remaining)
    }
}

/// The data of a `reset` or `deleted` event.
struct VersionAnswer: Decodable, Sendable { let version: ListVersion }
