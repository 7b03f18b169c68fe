import Foundation

extension RemoteDataProvider: EditableList {
    func deletion(at indexPath: IndexPath) throws -> @MainActor () async throws -> Void {
        let (write, edit) = try deletionWrite(at: indexPath)
        return { _ = try await self.submit(write, edit.map { [$0] }) }
    }

    /// One row moves by itself; several go together or not at all, which takes a neighbour that is loaded.
    func movement(of rows: IndexSet, to row: Int, in section: Int) throws -> @MainActor () async throws -> Void {
        if rows.count == 1, let first = rows.first {
            let end = row > first ? row - 1 : row
            guard end != first else { return {} }
            let (write, edit) = try moveWrite(from: [section, first], to: [section, end])
            return { _ = try await self.submit(write, [edit]) }
        }
        let count = numberOfItems(in: section)
        let next = (row..<max(row, count)).first { !rows.contains($0) }
        let last = (0..<min(row, count)).last { !rows.contains($0) }
        let batch = try batchWrite { batch in
            if let next {
                for row in rows { try batch.move([section, row], before: [section, next]) }
            } else if let last {
                for row in rows.reversed() { try batch.move([section, row], after: [section, last]) }
            }
        }
        guard let batch else { return {} }
        return { _ = try await self.submit(batch.write, showing: batch.values, batch.edits) }
    }
}
