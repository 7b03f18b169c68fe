import CellTypes
import HTTPServing
import Lists
import Ports
import Synchronization
import Wire

/// Operations that insert or delete so many items that they have no place on the store's writer: their names and preconditions are checked
/// there, they are applied beside it, and their rows are stored in parts while other lists are written to.
///
/// Writes to their own list wait, so the names mean the same all the way.
final class LongOperations: Sendable {
    private let writer: Writer
    private let list: ListID
    private let operations: [ListOperation]
    private let isBatch: Bool
    private let prefetch: Prefetch
    private let memory: WriteMemory
    private let units: Int
    /// The names' meaning, then the results of the operations and the size of their answer.
    private let state = Mutex<(names: NameTable?, results: [OperationResult], size: AnswerSize?)>((nil, [], nil))

    init(
        _ writer: Writer, _ list: ListID, _ operations: [ListOperation], isBatch: Bool, _ prefetch: Prefetch, _ memory: WriteMemory,
        units: Int
    ) {
        self.writer = writer
        self.list = list
        self.operations = operations
        self.isBatch = isBatch
        self.prefetch = prefetch
        self.memory = memory
        self.units = units
    }

    /// Whether operations take long.
    ///
    /// - Parameter version: The version that names mean something in; `nil` for the head.
    static func takeLong(_ operations: [ListOperation], at version: Int64?, of list: ListID, in store: any ListStore, limit: Int) -> Bool {
        var count = operations.count
        for index in operations.indices where count <= limit && !operations[index].isOfOneItem {
            switch operations[index] {
            case .insertItems(let insertion, _): count += insertion.drafts.count
            case .insertSection(let insertion): count += insertion.draft.items.count
            case .deleteSection(let name):
                count += (try? store.snapshot(of: list, at: version).section(name).itemCount) ?? 0
            default: break
            }
        }
        return count > limit
    }

    /// Begins the write.
    ///
    /// - Parameters:
    ///   - accepted: The cell types that the client knows; `nil` where it does not say.
    ///   - names: The names that are written to; this and the next two run on the store's writer.
    ///   - lookUp: Looks up what the operations name.
    ///   - show: Makes the response.
    func begin<Content: Sendable>(
        _ response: DeferredWrite, _ accepted: AcceptedCellTypes?, content: Result<Content, RequestProblem>,
        names: @escaping @Sendable (any ListTransaction) throws -> NameTable,
        preconditions: @escaping @Sendable (inout NameTable) throws -> Void,
        lookUp: @escaping @Sendable (inout NameTable, Content) throws -> Void,
        show: @escaping @Sendable (OperationOutcome, ShownPart) throws -> Response
    ) {
        var rules = writer.settings.typeRules
        rules.units = units
        rules.check = writer.checkDeadline(of: response.request, units: units)
        let work: @Sendable (ListEdit) throws -> Void = { [self] edit in try apply(to: edit, accepted) }
        writer.store.replace(list, with: .change(work), rules: rules) { [self] transaction in
            let beginning = try response.begin(
                in: transaction, subject: { try names(transaction) }, preconditions: preconditions, content: content)
            switch beginning {
            case .answered(let result): return result
            case .open(var names, let content):
                try lookUp(&names, content)
                state.withLock { [names] in $0.names = names }
                return nil
            }
        } finish: { [self] transaction, replaced in
            let (results, size) = state.withLock { ($0.results, $0.size) }
            let outcome = try OperationOutcome(
                results, replaced.snapshot, size: size, in: memory, writer.reader.cells(accepting: accepted))
            return try response.result(in: transaction, least: outcome.size.least) { try show(outcome, $0) }
        } completion: { result in
            response.complete(result.mapError { $0 is WriteThroughView ? WriteThroughView.isNew : $0 })
        }
    }

    /// Runs beside the store's writer; so the answer is counted here.
    private func apply(to edit: ListEdit, _ accepted: AcceptedCellTypes?) throws {
        guard let names = state.withLock({ $0.names }) else { return }
        var run = OperationRun(edit, names, isBatch: isBatch, limits: writer.settings.limits, read: prefetch.moved)
        for (index, operation) in operations.enumerated() {
            try edit.checkDeadline()
            do {
                try run.apply(operation, prefetch.change(of: index), checked: prefetch.checked[index] ?? [:])
            } catch {
                throw problem(for: error, at: index)
            }
        }
        let results = try writer.results(of: operations, in: &run, isBatch: isBatch, prefetch, memory)
        // All is done again after a change of cell types; the answer was counted then.
        let known = state.withLock { $0.size }
        let size =
            try known
            ?? AnswerSize(
                of: results, in: names.head.head.with(types: edit.typeNames), counting: memory, writer.reader.cells(accepting: accepted))
        state.withLock { ($0.results, $0.size) = (results, size) }
    }

    private func problem(for error: any Error, at index: Int) -> any Error {
        operations[index].problem(for: error, at: isBatch ? index : nil)
    }
}

extension ListHead {
    /// The same list with other names of types.
    fileprivate func with(types: TypeNames) -> ListHead {
        ListHead(
            id: id, number: number, base: base, version: version, sections: sections, properties: properties, propertiesKey: propertiesKey,
            types: types, createdAt: createdAt, updatedAt: updatedAt, counter: counter)
    }
}

extension Writer {
    /// The way of operations that take long; `nil` for others.
    func long(
        _ operations: [ListOperation], at version: Int64?, of list: ListID, _ request: Request, isBatch: Bool, _ prefetch: Prefetch,
        _ memory: WriteMemory
    ) -> LongOperations? {
        guard LongOperations.takeLong(operations, at: version, of: list, in: store, limit: settings.shortWriteItems) else { return nil }
        // A view takes none of these.
        guard (try? store.snapshot(of: list, at: nil).head.properties.view) == nil else { return nil }
        let units = CheckBudget.units(ofBytes: request.body.count)
        return LongOperations(self, list, operations, isBatch: isBatch, prefetch, memory, units: units)
    }
}
