import CellTypes
import JSON
import Lists
import Ports
import Wire

/// A write to items of a view: it is made to the source's items of the same ids, and answered by the view.
///
/// It runs in a transaction of the source. Names, preconditions and what is shown are the view's.
struct ViewWrite: Sendable {
    let writer: Writer
    let target: WriteThroughView
    /// The version of the view that names mean something in; `nil` for the head.
    let version: Int64?
    let prefetch: Prefetch
    let memory: WriteMemory
    let accepted: AcceptedCellTypes?
    let grant: Grant?

    /// - Throws: `forbidden` where the sender does not reach the source.
    func checkReach() throws {
        guard grant?.reaches(target.source.text) ?? true else {
            throw RequestProblem(.forbidden, "The token does not reach the list that “\(target.view)” is a view of.")
        }
    }

    /// The view's names, up to date with the transaction.
    func names(_ transaction: any ListTransaction) throws -> NameTable {
        guard let head = try transaction.head(of: target.view) else { throw Writer.notFound(target.view) }
        guard head.head.properties.view?.source == target.source else { throw WriteThroughView.isNew }
        let named = try version.map { $0 == head.version ? head : try writer.store.snapshot(of: target.view, at: $0) }
        var names = NameTable(head: head, named: named)
        names.adopt(prefetch.names)
        return names
    }

    /// The error of a write that a view does not take.
    func notWritable(_ names: NameTable) -> ListError {
        ListError.viewNotWritable(names.head.head.properties.view ?? ViewText(of: target.source, text: .emptyObject))
    }

    /// Applies operations to the source.
    ///
    /// - Parameters:
    ///   - names: The view's, with those of the operations looked up.
    ///   - isBatch: Whether errors are those of an operation of a batch.
    /// - Returns: The results as the view has them in the version that the write made.
    func apply(
        _ operations: [ListOperation], _ names: inout NameTable, isBatch: Bool, in transaction: any ListTransaction
    ) throws -> OperationOutcome {
        guard let source = transaction.current else { return OperationOutcome(without: names.head) }
        let edit = try transaction.edit()
        writer.writerRules.hold(edit, to: transaction.cellTypes)
        var run = OperationRun(
            edit, NameTable(head: source, named: nil), isBatch: isBatch, limits: writer.settings.limits, read: prefetch.moved)
        for (index, operation) in operations.enumerated() {
            try edit.checkDeadline()
            do {
                let own = try self.operation(operation, &names)
                try run.names.lookUp(own)
                try run.apply(own, prefetch.change(of: index), checked: prefetch.checked[index] ?? [:])
            } catch {
                throw Writer.problem(for: error, of: operation, at: isBatch ? index : nil)
            }
        }
        let results = try writer.results(of: operations, in: &run, isBatch: isBatch, prefetch, memory)
        let types = edit.typeNames
        try transaction.commit(edit)
        guard let shown = try transaction.head(of: target.view) else { throw Writer.notFound(target.view) }
        return try OperationOutcome(
            try results.map { try self.shown($0, in: shown, types) }, shown, in: memory, writer.reader.cells(accepting: accepted))
    }

    /// The operation on the source's item.
    private func operation(_ operation: ListOperation, _ names: inout NameTable) throws -> ListOperation {
        func source(_ name: ItemReference) throws -> ItemReference {
            .id(try names.head.revision(of: try names.item(name).atHead).id)
        }
        switch operation {
        case .changeItem(let name, let change, let type): return .changeItem(try source(name), change, type: type)
        case .deleteItem(let name): return .deleteItem(try source(name))
        default: throw notWritable(names)
        }
    }

    /// A result as the view has it.
    private func shown(_ result: OperationResult, in view: ListSnapshot, _ types: TypeNames) throws -> OperationResult {
        guard case .item(let changed?) = result else { return result }
        do {
            return .item((try view.item(withID: changed.revision.id), changed.revision))
        } catch let error as ListError where error.code == .itemNotFound {
            return .departed(type: types[changed.item.entry.type], changed.revision)
        }
    }
}

extension ListOperation {
    /// Whether a view takes it: a change of a value or the deletion of an item.
    var isOfViewItem: Bool {
        switch self {
        case .changeItem, .deleteItem: true
        default: false
        }
    }
}
