import CellTypes
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// The write of a route of one operation: its names are looked up, its preconditions are checked, and then it is applied.
final class OperationWrite: StoreWrite {
    let writer: Writer
    let list: ListID
    /// The version that names mean something in; `nil` for the head.
    let version: Int64?
    let subject: ListName?
    let operation: Result<ListOperation, RequestProblem>
    private let isInsertion: Bool
    let preconditions: Preconditions
    let isPost: Bool
    let prefetch: Prefetch
    let memory: WriteMemory
    /// The cell types that the client knows; `nil` where it does not say.
    let accepted: AcceptedCellTypes?
    let current: @Sendable (ListSnapshot, CellPresentation) throws -> Representation
    /// The way of an operation that takes long.
    let long: LongOperations?

    init(
        writer: Writer, list: ListID, version: Int64?, subject: ListName?, operation: Result<ListOperation, RequestProblem>,
        preconditions: Preconditions, isPost: Bool, prefetch: Prefetch, memory: WriteMemory, accepted: AcceptedCellTypes?,
        current: @escaping @Sendable (ListSnapshot, CellPresentation) throws -> Representation, long: LongOperations?
    ) {
        self.long = long
        self.writer = writer
        self.list = list
        self.version = version
        self.subject = subject
        self.operation = operation
        isInsertion = (try? operation.get().isInsertion) ?? false
        self.preconditions = preconditions
        self.isPost = isPost
        self.prefetch = prefetch
        self.memory = memory
        self.accepted = accepted
        self.current = current
    }

    func begin(_ response: DeferredWrite) {
        if let long {
            return long.begin(response, accepted, check: checkLong, show: self.response)
        }
        writer.store.write(
            list,
            { transaction in
                transaction.attribute(to: response.request.grant?.name)
                if let stored = try response.storedResponse(in: transaction) { return stored }
                let outcome = try self.apply(in: transaction)
                return try response.result(in: transaction, least: outcome.least) { self.response(showing: outcome, $0) }
            }, completion: response.complete)
    }

    /// The names of an operation that takes long, once its preconditions hold. It is about a section, or the whole list.
    private func checkLong(_ transaction: any ListTransaction) throws -> NameTable {
        var names = try writer.names(transaction, list, at: version, prefetch)
        if let subject { _ = try names.locate(subject) }
        if let operation = try? operation.get() { try names.locateNeighbour(of: operation) }
        try preconditions.check(list: names.head, required: writer.settings.requirePreconditions && !isPost)
        let operation = try operation.get()
        do { try names.lookUp(operation) } catch { throw Writer.problem(for: error, of: operation) }
        return names
    }

    private func apply(in transaction: any ListTransaction) throws -> OperationOutcome {
        var run = try writer.begin(transaction, list, at: version, isBatch: false, prefetch)
        let item: NameTable.LocatedItem? = if let subject { try run.names.locate(subject) } else { nil }
        if let operation = try? operation.get() { try run.names.locateNeighbour(of: operation) }
        let required = writer.settings.requirePreconditions && !isPost
        if !isPost, let item {
            let revision = try run.revision(of: item.atHead, prefetch.change(of: 0))
            try preconditions.check(revision, at: item.named.indexPath, required: required)
        } else {
            try preconditions.check(list: run.names.head, required: required)
        }
        let operation = try operation.get()
        let result: OperationResult
        do {
            try run.names.lookUp(operation)
            try run.apply(operation, prefetch.change(of: 0), checked: prefetch.checked[0] ?? [:])
            result = try run.result(of: 0)
        } catch {
            throw Writer.problem(for: error, of: operation)
        }
        try memory.take(max(0, result.byteCount - prefetch.movedBytes))
        var outcome = OperationOutcome([result], try transaction.commit(run.edit))
        try outcome.count(in: memory, writer.reader.cells(accepting: accepted))
        return outcome
    }

    private func response(showing outcome: OperationOutcome, _ part: ShownPart) -> Response {
        let snapshot = outcome.snapshot
        let cells = writer.reader.cells(accepting: accepted)
        var shown: Representation?
        var location: Response.Header?
        switch outcome.results.first ?? .deletion {
        case .deletion: return Writer.deleted(at: snapshot.version, created: snapshot.head.createdAt)
        case .item(let changed?):
            let serializer = ResourceSerializer(snapshot: snapshot, cells: cells)
            shown = changed.revision.withStored { part == .whole ? serializer.item(changed.item, $0) : serializer.head(changed.item, $0) }
            let path = ResourcePath.item(snapshot.id, at: changed.item.indexPath, version: snapshot.version)
            location = Response.Header(.contentLocation, path)
        case .items(let items):
            if let first = items.first ?? nil {
                location = Response.Header(.location, ResourcePath.item(snapshot.id, first.revision.id))
            }
        case .section(let section?) where isInsertion:
            location = Response.Header(.location, ResourcePath.section(snapshot.id, section.id))
        default: break
        }
        let representation = shown ?? (part == .whole ? OperationRepresentation.single(outcome, cells) : outcome.head(cells))
        var headers = representation.headers()
        if let location { headers.append(location) }
        let body = part == .whole ? memory.body(representation.body) : .empty
        return Response(status: isInsertion ? .created : .ok, headers: headers, body: body)
    }

    func preconditionFailed(_ request: Request) throws -> Response {
        try writer.preconditionFailed(request, list) { try current($0, writer.reader.cells(accepting: accepted)) }
    }
}
