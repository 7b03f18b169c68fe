import CellTypes
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// The one way from operations to a version: a route of its own applies one, a batch applies many.
extension Writer {
    /// Applies the operation of a route: its names are looked up, its preconditions are checked, and then it is applied.
    ///
    /// - Parameters:
    ///   - subject: What the path names within the list, if anything.
    ///   - operation: The operation, or what is wrong with the meaning of the body: that is told after the preconditions were checked.
    ///   - current: What a GET of the target shows where a precondition was false.
    func apply(
        _ operation: Result<ListOperation, RequestProblem>, to subject: ListName?, of list: ListID, at version: Int64?, _ request: Request,
        _ preconditions: Preconditions, current: @escaping @Sendable (ListSnapshot) throws -> Representation
    ) throws -> PendingResponse {
        let prefetch = Prefetch((try? [operation.get()]) ?? [], at: version, of: list, in: store, settings)
        let isPost = request.method == .post
        let required = settings.requirePreconditions && !isPost
        return try write(request, list, current: current) { transaction in
            var run = try begin(transaction, list, at: version, isBatch: false, prefetch)
            let item: NameTable.LocatedItem? = if let subject { try run.names.locate(subject) } else { nil }
            if let operation = try? operation.get() { try run.names.locateNeighbour(of: operation) }
            if !isPost, let item {
                let revision = try run.revision(of: item.atHead, prefetch.changes[0])
                try preconditions.check(revision, at: item.named.indexPath, required: required)
            } else {
                try preconditions.check(list: run.names.head, required: required)
            }
            let operation = try operation.get()
            let result = try operation.pointing {
                try run.names.lookUp(operation)
                try run.apply(operation, prefetch.changes[0], checked: prefetch.checked[0] ?? [:])
                return try run.result(of: 0)
            }
            return (snapshot: try transaction.commit(run.edit), result: result)
        } show: { outcome in
            let isInsertion = (try? operation.get().isInsertion) ?? false
            return response(outcome.result, in: outcome.snapshot, isInsertion: isInsertion)
        }
    }

    private func response(_ result: OperationResult, in snapshot: ListSnapshot, isInsertion: Bool) -> Response {
        if case .deletion = result { return Self.deleted(at: snapshot.version) }
        var representation = OperationRepresentation(of: snapshot, settings)
        let shown = representation.single(result)
        var headers = Self.headers(shown)
        switch result {
        case .item(let changed?):
            let location = ResourcePath.item(snapshot.id, at: changed.item.indexPath, version: shown.version)
            headers.append(Response.Header(.contentLocation, location))
        case .items(let items):
            if let first = items.first ?? nil {
                headers.append(Response.Header(.location, ResourcePath.item(snapshot.id, first.revision.id)))
            }
        case .section(let section?) where isInsertion:
            headers.append(Response.Header(.location, ResourcePath.section(snapshot.id, section.id)))
        default: break
        }
        return Response(status: isInsertion ? .created : .ok, headers: headers, body: .bytes(shown.body))
    }

    /// `POST /lists/{list}/batch`: several operations, all or none of them, as one version.
    func applyBatch(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let list = try path.list()
        _ = try Parameters(request, allowing: [])
        try BodyType.check(request, among: [MediaType.json])
        let preconditions = try Preconditions(request)
        let body = try BodyMeaning.deferring { () throws(RequestProblem) in
            try EditBodyReader.batch(request.body, limits: settings.limits)
        }
        let (operations, version) = (try? body.get()).map { ($0.operations, $0.version) } ?? ([], nil)
        let prefetch = Prefetch(operations, at: version, of: list, in: store, settings)
        return try write(request, list, current: showList, appliesPreference: false) { transaction in
            var run = try begin(transaction, list, at: version, isBatch: true, prefetch)
            try preconditions.check(list: run.names.head, required: false)
            _ = try body.get()
            let results = try apply(operations, in: &run, prefetch)
            return (snapshot: try transaction.commit(run.edit), results: results)
        } show: { outcome in
            var representation = OperationRepresentation(of: outcome.snapshot, settings)
            let shown = representation.batch(outcome.results)
            return Response(status: .ok, headers: Self.headers(shown), body: .bytes(shown.body))
        }
    }

    private func apply(_ operations: [ListOperation], in run: inout OperationRun, _ prefetch: Prefetch) throws -> [OperationResult] {
        for (index, operation) in operations.enumerated() {
            try operation.pointing(at: index) {
                try run.names.lookUp(operation)
                try run.names.noteIDs(insertedBy: operation)
            }
        }
        for (index, operation) in operations.enumerated() {
            try run.edit.checkDeadline()
            try operation.pointing(at: index) { try run.apply(operation, prefetch.changes[index], checked: prefetch.checked[index] ?? [:]) }
        }
        return try operations.enumerated().map { index, operation in
            try operation.pointing(at: index) { try run.result(of: index) }
        }
    }

    /// - Throws: ``ListError`` `versionNotFound`, `versionGone`, `listNotFound`. A version of a list that has ended is told from one that was
    ///   never there.
    private func begin(
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
