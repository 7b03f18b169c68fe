import Foundation

/// Taking back what this app has written, in this run.
extension RemoteDataProvider {
    /// Whether there is an edit to take back.
    public var canUndo: Bool { !history.done.isEmpty }

    /// Whether there is an edit that was taken back, with none made since.
    public var canRedo: Bool { !history.undone.isEmpty }

    /// Takes back the last edit of this app: an update, an insertion, a deletion, a move or a batch, of items and of sections. It is shown and
    /// sent as any other write.
    ///
    /// The edits of others stay: where they have changed the item or the section itself, or deleted its neighbour, this is refused. Then it is
    /// not offered again. A deleted item comes back with its id and with what `Item` knows of its value. Does nothing where there is no edit.
    ///
    /// - Returns: The version of the list that has it.
    /// - Throws: ``ListFailure``, as ``updateItem(at:value:)`` does.
    @discardableResult
    public func undo() async throws -> ListVersion { try await perform(history.undo()) }

    /// Does again what was taken back last; else as ``undo()``.
    @discardableResult
    public func redo() async throws -> ListVersion { try await perform(history.redo()) }

    private func perform(_ entry: EditHistory<Item>.Entry?) async throws -> ListVersion {
        guard let entry else { return version }
        guard areAsLeft(entry.edits) else {
            history.remove(entry.id)
            throw ListFailure.sectionChanged
        }
        var write = PendingWrite(
            key: UUID().uuidString, kind: .edit, method: "POST", path: "batch", items: entry.edits.flatMap(\.names), madeAt: Date(),
            sections: entry.edits.compactMap(\.endingSection))
        write.take(try entry.edits.compactMap { try $0.operation(options, end: end)?.part(options) })
        return try await submit(write, entry: entry.id)
    }

    /// Sends a write that can be taken back.
    ///
    /// - Parameter edits: The edits that it makes; nil where they cannot be taken back.
    func submit(_ write: PendingWrite, showing values: [ExactID: Item] = [:], _ edits: [ItemEdit<Item>]?) async throws -> ListVersion {
        try await submit(write, showing: values, entry: history.add(edits))
    }

    private func submit(_ write: PendingWrite, showing values: [ExactID: Item] = [:], entry: UUID) async throws -> ListVersion {
        do {
            return try await sender.submit(write, showing: values)
        } catch let error as CancellationError {
            // Nobody waits any more; the write goes on.
            throw error
        } catch {
            history.remove(entry)
            throw error
        }
    }

    /// The last position of a section for an item that moves there.
    private func end(of target: ItemEdit<Item>.Target) -> RowPosition? {
        screen.model.sections.firstIndex { ExactID($0.info.section.id) == ExactID(target.section) }
            .flatMap { screen.model.served(RowPosition($0, screen.model.sections[$0].rows.count)) }
    }

    // MARK: What edits do

    /// The position of a row, by what is beside it.
    func target(of position: RowPosition) -> ItemEdit<Item>.Target {
        func name(_ row: Int) -> String? {
            let neighbour = RowPosition(position.section, row)
            guard let id = screen.model.id(atShown: neighbour), screen.row(at: neighbour)?.isDeleted == false else { return nil }
            return "@\(id)"
        }
        return ItemEdit.Target(
            section: section(at: position.section).id,
            neighbour: name(position.row + 1).map { .before($0) } ?? name(position.row - 1).map { .after($0) })
    }

    /// Nil where the row's value is none that this app knows.
    func deletionEdit(of row: ListRow<Item>, at position: RowPosition) -> ItemEdit<Item>? {
        row.value.map { value in
            let condition = PendingWrite.Condition(id: row.id, revision: row.revision)
            return .deletion(ItemEdit.Content(condition: condition, type: row.type, value: value), target(of: position))
        }
    }

    /// Nil where only the server knows the id.
    func insertionEdit(of item: NewItem<Item>, id: String?, to target: ItemEdit<Item>.Target) -> ItemEdit<Item>? {
        id.map { id in
            let condition = PendingWrite.Condition(id: id, revision: 0)
            return .insertion(ItemEdit.Content(condition: condition, type: item.type, value: item.value), target)
        }
    }

    /// The edits that a batch makes to the rows on the screen now; nil where one cannot be taken back.
    func edits(of operations: [BatchOperation<Item>]) -> [ItemEdit<Item>]? {
        var values: [ExactID: Item] = [:]
        var sections: [ExactID: ListSection] = [:]
        var edits: [ItemEdit<Item>] = []
        for operation in operations {
            let id = operation.editedSection
            guard let edit = id.map({ sectionEdit(of: operation, on: $0, &sections) }) ?? edit(of: operation, &values) else { return nil }
            edits.append(edit)
        }
        return edits
    }

    private func edit(of operation: BatchOperation<Item>, _ values: inout [ExactID: Item]) -> ItemEdit<Item>? {
        let neighbour = operation.before.map(WriteTarget.Spot.before) ?? operation.after.map(WriteTarget.Spot.after)
        if let item = operation.inserted {
            let section = (operation.section?.dropFirst()).map(String.init) ?? ""
            return insertionEdit(of: item, id: operation.insertedID, to: ItemEdit.Target(section: section, neighbour: neighbour))
        }
        guard let id = (operation.name?.dropFirst()).map(String.init), let position = screen.model.shownPositions(of: [id]).first,
            let row = screen.row(at: position)
        else { return nil }
        if let condition = operation.condition, let new = operation.written {
            guard let old = values.updateValue(new, forKey: ExactID(id)) ?? row.value else { return nil }
            return .update(condition, from: old, to: new)
        }
        guard let neighbour else { return deletionEdit(of: row, at: position) }
        let beside = neighbour.id.flatMap { screen.model.shownPositions(of: [$0.text]).first } ?? position
        return .move(
            id: id, from: target(of: position),
            to: ItemEdit.Target(section: section(at: beside.section).id, neighbour: neighbour))
    }
}

extension ItemEdit.Target {
    /// The first of the neighbours that an insertion or a move may come to, as far as it has an id.
    init(_ target: WriteTarget) {
        let spot = target.spots.first
        self.init(section: target.section, neighbour: spot?.id == nil ? nil : spot)
    }
}

extension ItemEdit {
    /// The ids of the item, and of what it comes beside: a write that makes one of them goes first.
    fileprivate var names: [String] {
        switch self {
        case .insertion(_, let target), .move(_, _, let target): [item, target.neighbour?.id?.text].compactMap { $0 }
        case .update, .deletion, .sectionUpdate, .sectionInsertion, .sectionDeletion, .sectionMove: [item].compactMap { $0 }
        }
    }

    /// The section at whose end it puts something.
    fileprivate var endingSection: String? {
        switch self {
        case .insertion(_, let target) where target.neighbour == nil, .move(_, _, let target) where target.neighbour == nil: target.section
        case .insertion, .move, .update, .deletion, .sectionUpdate, .sectionInsertion, .sectionDeletion, .sectionMove: nil
        }
    }
}
