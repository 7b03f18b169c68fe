import CellTypes
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// The write of a route of one operation: its names are looked up, its preconditions are checked, and then it is applied.
final class OperationWrite: Sendable {
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
    /// The way of an operation that takes long.
    let long: LongOperations?

    init(
        writer: Writer, list: ListID, version: Int64?, subject: ListName?, operation: Result<ListOperation, RequestProblem>,
        preconditions: Preconditions, isPost: Bool, prefetch: Prefetch, memory: WriteMemory, accepted: AcceptedCellTypes?,
        long: LongOperations?
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
    }

    func begin(_ response: DeferredWrite) {
        if let long { return beginLong(long, response) }
        writer.store.write(
            list,
            { [self] transaction in
                try response.run(
                    in: transaction,
                    subject: { try writer.begin(transaction, list, at: version, isBatch: false, prefetch) },
                    preconditions: { try check(&$0) }, content: operation, work: { try apply($1, in: &$0, transaction) },
                    least: { $0.size.least }, show: { self.response(showing: $0, $1) })
            },
            completion: { [self] result in
                guard case .failure(let through as WriteThroughView) = result else { return response.complete(result) }
                SingleViewWrite(
                    write: ViewWrite(
                        writer: writer, target: through, version: version, prefetch: prefetch, memory: memory, accepted: accepted,
                        grant: response.request.grant),
                    operation: self
                ).begin(response)
            })
    }

    /// Begins the write of an operation that takes long. It is about a section, or the whole list.
    private func beginLong(_ long: LongOperations, _ response: DeferredWrite) {
        long.begin(
            response, accepted, content: operation,
            names: { [self] transaction in try writer.names(transaction, list, at: version, prefetch) },
            preconditions: { [self] names in
                if let subject { _ = try names.locate(subject) }
                if let operation = try? operation.get() { try names.locateNeighbour(of: operation) }
                try preconditions.check(list: names.head, required: isRequired)
            },
            lookUp: { names, operation in
                do { try names.lookUp(operation) } catch { throw Writer.problem(for: error, of: operation) }
            }, show: self.response)
    }

    /// Whether the operator wants a precondition.
    var isRequired: Bool { writer.settings.requirePreconditions && !isPost }

    private func check(_ run: inout OperationRun) throws {
        let item: NameTable.LocatedItem? = if let subject { try run.names.locate(subject) } else { nil }
        if let operation = try? operation.get() { try run.names.locateNeighbour(of: operation) }
        if !isPost, let item {
            let revision = try run.revision(of: item.atHead, prefetch.change(of: 0))
            try preconditions.check(revision, at: item.named.indexPath, required: isRequired)
        } else {
            try preconditions.check(list: run.names.head, required: isRequired)
        }
    }

    private func apply(
        _ operation: ListOperation, in run: inout OperationRun, _ transaction: any ListTransaction
    ) throws -> OperationOutcome {
        let result: OperationResult
        do {
            try run.names.lookUp(operation)
            try run.apply(operation, prefetch.change(of: 0), checked: prefetch.checked[0] ?? [:])
            result = try run.result(of: 0)
        } catch {
            throw Writer.problem(for: error, of: operation)
        }
        try memory.take(max(0, result.byteCount - prefetch.movedBytes))
        return try OperationOutcome([result], try transaction.commit(run.edit), in: memory, writer.reader.cells(accepting: accepted))
    }

    func response(showing outcome: OperationOutcome, _ part: ShownPart) -> Response {
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
        case .departed(let type, let revision):
            let serializer = ResourceSerializer(snapshot: snapshot, cells: cells)
            shown = part == .whole ? serializer.departed(type, revision) : serializer.departedHead(revision)
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
}

/// The one way from an operation to a version; a batch goes it with many.
extension Writer {
    /// Applies the operation of a route, as ``OperationWrite`` does.
    ///
    /// - Parameters:
    ///   - subject: What the path names within the list, if anything.
    ///   - operation: The operation, or what is wrong with the meaning of the body: that is told after the preconditions were checked.
    ///   - current: What a GET of the target shows where a precondition was false, and how its items are shown.
    func apply(
        _ operation: Result<ListOperation, RequestProblem>, to subject: ListName?, of list: ListID, at version: Int64?, _ request: Request,
        _ preconditions: Preconditions, current: @escaping @Sendable (ListSnapshot, CellPresentation) throws -> Representation
    ) throws -> PendingResponse {
        let accepted = try request.acceptedCellTypes()
        let operations = (try? [operation.get()]) ?? []
        let memory = WriteMemory(settings.memory, for: request.sender)
        @Sendable func answer(_ prefetch: consuming Prefetch) throws -> PendingResponse {
            let long = long(operations, at: version, of: list, request, isBatch: false, prefetch, memory)
            let write = OperationWrite(
                writer: self, list: list, version: version, subject: subject, operation: operation, preconditions: preconditions,
                isPost: request.method == .post, prefetch: prefetch, memory: memory, accepted: accepted, long: long)
            return deferred(
                request, list, memory: memory, keyed: try KeyedWrite(request, in: keys),
                current: { [reader] in try current($0, reader.cells(accepting: accepted)) }, begin: write.begin)
        }
        // If there is nothing to check, nothing is kept for another thread.
        guard settings.typeRules.rules(by: store.cellTypes) != nil else {
            return try answer(try Prefetch(operations, at: version, of: list, in: store, settings.limits, nil, counting: memory))
        }
        return try prefetching(operations, at: version, of: list, request, memory, then: answer)
    }

    /// The meaning of names.
    ///
    /// - Throws: ``ListError`` `versionNotFound`, `versionGone`, `listNotFound`. A version of a list that has ended is told from one that was
    ///   never there.
    func names(_ transaction: any ListTransaction, _ list: ListID, at version: Int64?, _ prefetch: Prefetch) throws -> NameTable {
        let head = transaction.current
        if let head, head.head.isView, let view = head.head.properties.view { throw WriteThroughView(view: list, source: view.source) }
        let named = try version.map { try transaction.snapshot(at: $0) }
        guard let head else { throw Self.notFound(list) }
        var names = NameTable(head: head, named: named)
        names.adopt(prefetch.names)
        return names
    }

    /// - Throws: As ``names(_:_:at:_:)``.
    func begin(
        _ transaction: any ListTransaction, _ list: ListID, at version: Int64?, isBatch: Bool, _ prefetch: Prefetch
    ) throws -> OperationRun {
        let names = try self.names(transaction, list, at: version, prefetch)
        let edit = try transaction.edit()
        writerRules.hold(edit, to: transaction.cellTypes)
        return OperationRun(edit, names, isBatch: isBatch, limits: settings.limits, read: prefetch.moved)
    }
}
