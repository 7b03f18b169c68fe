/// The answer to a batch: what it has made of the items that were there.
struct BatchAnswer: Decodable {
    /// An item; a section, and what was inserted, have no revision.
    private struct Result: Decodable {
        let id: String?
        let revision: ListVersion?
    }

    let made: [WriteAnswer.Made]

    private enum Key: String, CodingKey { case results }

    init(from decoder: any Decoder) throws {
        let results = try decoder.container(keyedBy: Key.self).decode([Result?].self, forKey: .results)
        // A batch has no condition.
        made = results.compactMap { result in
            result.flatMap { result in result.id.flatMap { id in result.revision.map { .init(id: id, base: 0, revision: $0) } } }
        }
    }
}
