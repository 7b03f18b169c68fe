import CellTypes
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// `PUT /lists/{list}`: a write that the store makes in steps of its own.
struct ReplacementWrite: Sendable {
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
            let beginning = try response.begin(
                in: transaction, subject: { try current(transaction) },
                preconditions: { try preconditions.check(list: $0, required: writer.settings.requirePreconditions) }, content: self.content)
            return if case .answered(let result) = beginning { result } else { nil }
        } finish: { transaction, list in
            try response.result(in: transaction, most: Writer.largestCount(list.snapshot)) { _ in self.response(showing: list) }
        } completion: { result in
            response.complete(result.mapError(located))
        }
    }

    /// The list as it is; content is not for a view.
    private func current(_ transaction: any ListTransaction) throws -> ListSnapshot? {
        let current = transaction.current
        if let view = current?.head.properties.view { throw ListError.viewNotWritable(view) }
        return current
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
}
