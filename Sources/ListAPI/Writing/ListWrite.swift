import CellTypes
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// A write to one list, in one transaction of the store.
struct ListWrite<Outcome: Sendable>: StoreWrite {
    let writer: Writer
    let list: ListID
    /// Runs in the transaction.
    let work: @Sendable (any ListTransaction) throws -> Outcome
    /// Bytes that the answer's body has at least.
    let least: @Sendable (Outcome) -> Int
    /// Makes the response of a success. It reads nothing.
    let show: @Sendable (Outcome, ShownPart) throws -> Response
    /// The representation that a GET of the target shows, for a precondition that was false; called on a server's thread.
    let current: @Sendable (ListSnapshot) throws -> Representation

    func begin(_ response: DeferredWrite) {
        writer.store.write(
            list,
            { transaction in
                transaction.attribute(to: response.request.grant?.name)
                if let stored = try response.storedResponse(in: transaction) { return stored }
                let outcome = try work(transaction)
                return try response.result(in: transaction, least: least(outcome)) { try show(outcome, $0) }
            }, completion: response.complete)
    }

    func preconditionFailed(_ request: Request) throws -> Response { try writer.preconditionFailed(request, list, current) }

    func preconditionFailed(_ request: Request, _ failure: OperationPreconditionFailure) throws -> Response {
        try writer.preconditionFailed(request, list, failure)
    }
}

/// `PUT /lists/{list}`: a write that the store makes in steps of its own.
struct ReplacementWrite: StoreWrite {
    let writer: Writer
    let list: ListID
    /// The content, or what is wrong with its meaning: that is told after the preconditions were checked.
    let content: Result<ListContent, RequestProblem>
    /// How its items are held against the registered types.
    let rules: TypeRules
    let preconditions: Preconditions

    func begin(_ response: DeferredWrite) {
        let content = (try? content.get()) ?? .draft(ListDraft(properties: nil, sections: []))
        writer.store.replace(list, with: content, rules: rules) { transaction in
            transaction.attribute(to: response.request.grant?.name)
            if let stored = try response.storedResponse(in: transaction) { return stored }
            try preconditions.check(list: transaction.current, required: writer.settings.requirePreconditions)
            _ = try self.content.get()
            return nil
        } finish: { transaction, list in
            try response.result(in: transaction) { _ in self.response(showing: list) }
        } completion: { result in
            response.complete(result.mapError(located))
        }
    }

    /// An error about something in a document, as a problem that points there.
    private func located(_ error: any Error) -> any Error {
        let shape = if case .success(.draft(let draft)) = content { draft.shape } else { ListDraft.Shape?.none }
        if let error = error as? ItemRuleError { return RequestProblem(error, in: shape ?? .document) }
        guard let error = error as? ListError, let shape else { return error }
        return FailureReporter.problem(for: error, in: shape)
    }

    private func response(showing outcome: ReplacedList) -> Response {
        let shown = writer.showList(outcome.snapshot)
        var headers = shown.headers()
        if outcome.isNew { headers.append(Response.Header(.location, ResourcePath.list(list))) }
        return Response(status: outcome.isNew ? .created : .ok, headers: headers, body: .buffer(shown.body))
    }

    func preconditionFailed(_ request: Request) throws -> Response {
        try writer.preconditionFailed(request, list, writer.showList)
    }
}
