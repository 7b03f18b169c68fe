import Lists
import Wire

/// Insertions as bodies have them: what is wrong with one is a problem that points into the body.
extension ListEdit {
    func insertItems(
        _ insertion: ItemInsertion, at path: IndexPath, limits: ContentLimits
    ) throws -> [(entry: ItemEntry, revision: ItemRevision)] {
        try Self.pointing(insertion.pointer) { try insertItems(insertion.drafts, at: path, limits: limits) }
    }

    func insertSection(_ insertion: SectionInsertion, at index: Int, limits: ContentLimits) throws -> Section {
        try Self.pointing(insertion.pointer) { try insertSection(insertion.draft, at: index, limits: limits) }
    }

    private static func pointing<Outcome>(
        _ pointer: (ListError.Subject?) -> String?, _ edit: () throws -> Outcome
    ) throws -> Outcome {
        do {
            return try edit()
        } catch let error as ListError {
            throw FailureReporter.problem(for: error, at: pointer(error.subject))
        }
    }
}
