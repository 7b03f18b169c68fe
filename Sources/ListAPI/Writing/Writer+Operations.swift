import ByteBuffers
import CellTypes
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// The one way from operations to a version: a route of its own applies one, a batch applies many.
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
        let prefetch = Prefetch((try? [operation.get()]) ?? [], at: version, of: list, in: store, settings)
        let write = OperationWrite(
            writer: self, list: list, version: version, subject: subject, operation: operation, preconditions: preconditions,
            isPost: request.method == .post, prefetch: prefetch, accepted: accepted, current: current)
        return .deferred(DeferredWrite(write, request, failures, keyed: try KeyedWrite(request, in: keys)))
    }

    /// `POST /lists/{list}/batch`: several operations, all or none of them, as one version.
    func applyBatch(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let list = try path.list()
        _ = try Parameters(request, allowing: [])
        try BodyType.check(request, among: [MediaType.json])
        let preconditions = try Preconditions(request)
        let accepted = try request.acceptedCellTypes()
        let body = try BodyMeaning.deferring { () throws(RequestProblem) in
            try EditBodyReader.batch(request.body, limits: settings.limits)
        }
        let (operations, version) = (try? body.get()).map { ($0.operations, $0.version) } ?? ([], nil)
        let prefetch = Prefetch(operations, at: version, of: list, in: store, settings)
        return try write(request, list, current: showList, appliesPreference: false) { transaction in
            var run = try self.begin(transaction, list, at: version, isBatch: true, prefetch)
            try preconditions.check(list: run.names.head, required: false)
            _ = try body.get()
            let results = try self.apply(operations, in: &run, prefetch)
            return (snapshot: try transaction.commit(run.edit), results: results)
        } show: { outcome in
            var representation = OperationRepresentation(of: outcome.snapshot, self.reader.cells(accepting: accepted))
            let shown = representation.batch(outcome.results)
            return Response(status: .ok, headers: shown.headers(), body: .buffer(shown.body))
        }
    }

    private func apply(_ operations: [ListOperation], in run: inout OperationRun, _ prefetch: Prefetch) throws -> [OperationResult] {
        for (index, operation) in operations.enumerated() {
            do {
                try run.names.lookUp(operation)
                try run.names.noteIDs(insertedBy: operation)
            } catch {
                throw operation.problem(for: error, at: index)
            }
        }
        for (index, operation) in operations.enumerated() {
            try run.edit.checkDeadline()
            do {
                try run.apply(operation, prefetch.change(of: index), checked: prefetch.checked[index] ?? [:])
            } catch {
                throw operation.problem(for: error, at: index)
            }
        }
        return try operations.enumerated().map { index, operation in
            do { return try run.result(of: index) } catch { throw operation.problem(for: error, at: index) }
        }
    }

    /// - Throws: ``ListError`` `versionNotFound`, `versionGone`, `listNotFound`. A version of a list that has ended is told from one that was
    ///   never there.
    fileprivate func begin(
        _ transaction: any ListTransaction, _ list: ListID, at version: Int64?, isBatch: Bool, _ prefetch: Prefetch
    ) throws -> OperationRun {
        let named = try version.map { try transaction.snapshot(at: $0) }
        var names = NameTable(head: try current(transaction, list), named: named)
        names.adopt(prefetch.names)
        let edit = try transaction.edit()
        settings.typeRules.hold(edit, to: transaction.cellTypes)
        return OperationRun(edit, names, isBatch: isBatch, limits: settings.limits)
    }
}

/// The write of a route of one operation: its names are looked up, its preconditions are checked, and then it is applied.
private final class OperationWrite: StoreWrite {
    let writer: Writer
    let list: ListID
    /// The version that names mean something in; `nil` for the head.
    let version: Int64?
    let subject: ListName?
    let operation: Result<ListOperation, RequestProblem>
    let preconditions: Preconditions
    let isPost: Bool
    let prefetch: Prefetch
    /// The cell types that the client knows; `nil` where it does not say.
    let accepted: AcceptedCellTypes?
    let current: @Sendable (ListSnapshot, CellPresentation) throws -> Representation

    init(
        writer: Writer, list: ListID, version: Int64?, subject: ListName?, operation: Result<ListOperation, RequestProblem>,
        preconditions: Preconditions, isPost: Bool, prefetch: Prefetch, accepted: AcceptedCellTypes?,
        current: @escaping @Sendable (ListSnapshot, CellPresentation) throws -> Representation
    ) {
        self.writer = writer
        self.list = list
        self.version = version
        self.subject = subject
        self.operation = operation
        self.preconditions = preconditions
        self.isPost = isPost
        self.prefetch = prefetch
        self.accepted = accepted
        self.current = current
    }

    func begin(_ response: DeferredWrite) {
        writer.store.write(
            list,
            { transaction in
                transaction.attribute(to: response.request.grant?.name)
                if let stored = try response.storedResponse(in: transaction) { return stored }
                let (snapshot, result) = try self.apply(in: transaction)
                return try response.result(in: transaction) { self.response(showing: result, in: snapshot) }
            }, completion: response.complete)
    }

    private func apply(in transaction: any ListTransaction) throws -> (snapshot: ListSnapshot, result: OperationResult) {
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
            throw operation.problem(for: error)
        }
        return (try transaction.commit(run.edit), result)
    }

    private func response(showing result: OperationResult, in snapshot: ListSnapshot) -> Response {
        let cells = writer.reader.cells(accepting: accepted)
        let isInsertion = (try? operation.get().isInsertion) ?? false
        var shown: Representation?
        var location: Response.Header?
        switch result {
        case .deletion: return Writer.deleted(at: snapshot.version)
        case .item(let changed?):
            let serializer = ResourceSerializer(snapshot: snapshot, cells: cells)
            shown = changed.revision.withStored { serializer.item(changed.item, $0) }
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
        let representation = shown ?? OperationRepresentation.single(result, in: snapshot, cells)
        var headers = representation.headers()
        if let location { headers.append(location) }
        return Response(status: isInsertion ? .created : .ok, headers: headers, body: .buffer(representation.body))
    }

    func preconditionFailed(_ request: Request) throws -> Response {
        try writer.preconditionFailed(request, list) { try current($0, writer.reader.cells(accepting: accepted)) }
    }
}
