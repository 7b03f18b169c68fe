import Foundation

extension ListRequests {
    /// The rows around the first of these items that a version has, and where it is; else those at a flat offset.
    ///
    /// - Returns: Without an anchor for the beginning of the list. Nil where nothing was shown yet, so that the sections come to the screen at
    ///   once; also where the version has left the history meanwhile, which its sections need not mind.
    func window(
        around ids: [String], offset: Int, limit: Int, at version: ListVersion, of created: String?
    ) async throws -> (page: ItemPage<Item>, anchor: RowPosition?)? {
        guard offset > 0 || !ids.isEmpty else { return nil }
        do {
            guard offset > 0 else { return (try await items(offset: 0, limit: limit, at: version, of: created), nil) }
            for id in ids {
                if let found = try await page(around: id, limit: limit, at: version, of: created) { return found }
            }
            let page = try await items(offset: max(0, offset - limit / 2), limit: limit, at: version, of: created)
            return page.items.isEmpty ? nil : (page, page.items[page.items.count / 2].indexPath)
        } catch ListFailure.versionGone {
            return nil
        }
    }

    private func page(
        around id: String, limit: Int, at version: ListVersion, of created: String?
    ) async throws -> (page: ItemPage<Item>, anchor: RowPosition)? {
        do {
            let page = try await items(around: id, limit: limit, at: version, of: created)
            return page.items.first { ExactID($0.row.id) == ExactID(id) }.map { (page, $0.indexPath) }
        } catch ListFailure.gone {
            return nil
        }
    }
}
