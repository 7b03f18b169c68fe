public import Foundation

/// Edits of arrays. Rows are named by what is shown, and found among those that earlier edits have left.
extension PreviewDataProvider {
    @discardableResult
    public func updateItem(at indexPath: IndexPath, value: Item) async throws -> ListVersion {
        try write(value, to: editableRow(at: indexPath))
    }

    @discardableResult
    public func update(_ row: ListRow<Item>, value: Item) async throws -> ListVersion { try write(value, to: row) }

    @discardableResult
    public func replaceItem(at indexPath: IndexPath, value: Item) async throws -> ListVersion {
        try write(value, to: editableRow(at: indexPath))
    }

    @discardableResult
    public func replace(_ row: ListRow<Item>, value: Item) async throws -> ListVersion { try write(value, to: row) }

    private func write(_ value: Item, to row: ListRow<Item>) throws -> ListVersion {
        var new = row
        (new.value, new.undecodable, new.revision) = (value, nil, nextRevision)
        let version = try edit { try $0.replace(new) }
        show(new)
        return version
    }

    @discardableResult
    public func insert(_ value: Item, at indexPath: IndexPath, id: String? = nil, type: String? = nil) async throws -> ListVersion {
        let position = RowPosition(indexPath)
        guard shown.sections.indices.contains(position.section), position.row >= 0 else { throw ListFailure.notLoaded }
        return try insert(value, id, type, in: position.section, before: shown.row(at: position)?.id)
    }

    @discardableResult
    public func insert(_ value: Item, before indexPath: IndexPath, id: String? = nil, type: String? = nil) async throws -> ListVersion {
        try insert(value, id, type, in: RowPosition(indexPath).section, before: editableRow(at: indexPath).id)
    }

    @discardableResult
    public func insert(_ value: Item, after indexPath: IndexPath, id: String? = nil, type: String? = nil) async throws -> ListVersion {
        try insert(value, id, type, in: RowPosition(indexPath).section, after: editableRow(at: indexPath).id)
    }

    private func insert(
        _ value: Item, _ id: String?, _ type: String?, in section: Int, before: String? = nil, after: String? = nil
    ) throws -> ListVersion {
        let row = newRow(value, id: id, type: type)
        return try edit { try $0.insert(row, in: section, before: before, after: after) }
    }

    /// A new row has the cell of the first row that there is.
    private func newRow(_ value: Item, id: String?, type: String?) -> ListRow<Item> {
        let cell = newest.sections.lazy.flatMap(\.rows).first?.cell ?? "Cell"
        return ListRow(id: id ?? UUID().uuidString, type: type, cell: cell, revision: nextRevision, value: value)
    }

    @discardableResult
    public func move(from start: IndexPath, to end: IndexPath) async throws -> ListVersion {
        let (row, target) = (try editableRow(at: start), RowPosition(end))
        guard shown.sections.indices.contains(target.section), target.row >= 0 else { throw ListFailure.notLoaded }
        var others = shown
        _ = others.remove(row.id)
        let next = others.row(at: target)?.id
        return try edit { try $0.move(row.id, in: target.section, before: next, after: nil) }
    }

    @discardableResult
    public func delete(at indexPath: IndexPath) async throws -> ListVersion {
        let row = try editableRow(at: indexPath)
        return try edit { if $0.remove(row.id) == nil { throw ListFailure.deletedHere } }
    }

    @discardableResult
    public func batch(_ build: (inout ListBatch<Item>) throws -> Void) async throws -> ListVersion {
        var batch = ListBatch<Item>(
            ListOptions(cache: nil), info: info, sections: { [shown] in shown.sections.map(\.section) }
        ) { [shown] in shown.row(at: $0) }
        try build(&batch)
        return try edit { content in
            for operation in batch.operations { try perform(operation, on: &content) }
        }
    }

    private func perform(_ operation: BatchOperation<Item>, on content: inout PreviewContent<Item>) throws {
        func id(_ name: String?) -> String? { (name?.dropFirst()).map(String.init) }
        if let section = operation.editedSection { return try content.perform(operation, onSection: ExactID(section)) }
        let (before, after) = (id(operation.before), id(operation.after))
        if let item = operation.inserted {
            let section = id(operation.section).flatMap { id in content.sections.firstIndex { ExactID($0.section.id) == ExactID(id) } }
            guard let section else { throw ListFailure.deletedHere }
            return try content.insert(
                newRow(item.value, id: operation.insertedID, type: item.type), in: section, before: before, after: after)
        }
        let name = id(operation.name) ?? ""
        if let value = operation.written {
            guard var row = content.position(of: name).flatMap(content.row) else { throw ListFailure.deletedHere }
            (row.value, row.undecodable, row.revision) = (value, nil, nextRevision)
            try content.replace(row)
        } else if before == nil, after == nil {
            guard content.remove(name) != nil else { throw ListFailure.deletedHere }
        } else {
            try content.move(name, in: 0, before: before, after: after)
        }
    }

    private func editableRow(at indexPath: IndexPath) throws -> ListRow<Item> {
        guard let row = loadedRow(at: indexPath) else { throw ListFailure.notLoaded }
        guard !row.isDeleted else { throw ListFailure.deletedHere }
        return row
    }
}

extension PreviewContent {
    fileprivate mutating func replace(_ row: ListRow<Item>) throws {
        guard let position = position(of: row.id) else { throw ListFailure.deletedHere }
        sections[position.section].rows[position.row] = row
    }

    /// - Parameter section: For a row that comes beside none.
    fileprivate mutating func insert(_ row: ListRow<Item>, in section: Int, before: String?, after: String?) throws {
        guard position(of: row.id) == nil else {
            throw ListFailure.invalid(Problem(slug: ProblemSlug.idTaken.rawValue, status: 409))
        }
        insert(row, at: target(before: before, after: after) ?? RowPosition(section, .max))
    }

    fileprivate mutating func move(_ id: String, in section: Int, before: String?, after: String?) throws {
        guard let row = remove(id) else { throw ListFailure.deletedHere }
        try insert(row, in: section, before: before, after: after)
    }
}

extension PreviewDataProvider: EditableList {
    func deletion(at indexPath: IndexPath) throws -> @MainActor () async throws -> Void {
        let row = try editableRow(at: indexPath)
        return { _ = try self.edit { if $0.remove(row.id) == nil { throw ListFailure.deletedHere } } }
    }

    func movement(of rows: IndexSet, to row: Int, in section: Int) throws -> @MainActor () async throws -> Void {
        let ids = try rows.map { try editableRow(at: RowPosition(section, $0).indexPath).id }
        let next = (row..<max(row, numberOfItems(in: section))).first { !rows.contains($0) }
        let target = next.flatMap { shown.row(at: RowPosition(section, $0)) }?.id
        return {
            _ = try self.edit { content in
                for id in ids { try content.move(id, in: section, before: target, after: nil) }
            }
        }
    }
}
