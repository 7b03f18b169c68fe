/// The answer to a batch: the revisions of the items that it names.
struct BatchAnswer: Decodable {
    /// An item; a section, and what was inserted, have no revision.
    private struct Result: Decodable {
        let id: String?
        let revision: ListVersion?
    }

    let revisions: [ExactID: ListVersion]

    private enum Key: String, CodingKey { case results }

    init(from decoder: any Decoder) throws {
        let results = try decoder.container(keyedBy: Key.self).decode([Result?].self, forKey: .results)
        let pairs = results.compactMap { result in
            result.flatMap { result in result.id.flatMap { id in result.revision.map { (ExactID(id), $0) } } }
        }
        revisions = Dictionary(pairs) { $1 }
    }
}
