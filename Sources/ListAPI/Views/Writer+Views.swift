import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// Definitions of views.
extension Writer {
    /// Whether a body defines a view, rightly or wrongly.
    func definesView(_ body: Result<ListDraft, RequestProblem>, _ request: Request) throws -> Bool {
        switch body {
        case .success(let draft): draft.properties?.view != nil
        case .failure: ListDocumentReader.namesView(request.body.span)
        }
    }

    /// `PUT /lists/{list}` with a definition: makes a view, or defines it anew by the smallest change that gets there.
    func putView(
        _ request: Request, _ list: ListID, _ body: Result<ListDraft, RequestProblem>, _ preconditions: Preconditions
    ) throws -> PendingResponse {
        let required = settings.requirePreconditions
        let grant = request.grant
        let content = body.map { $0.properties ?? ListProperties() }
        let steps = PropertiesWrite<ListProperties>.Steps { transaction in
            let current = transaction.current
            if let current, current.head.properties.view == nil { throw Self.notAView(list) }
            return current
        } preconditions: { current in
            try preconditions.check(list: current, required: required)
        } properties: { transaction, current, properties in
            try self.check(properties, of: list, current, transaction, grant)
            return properties
        } show: { outcome in
            let shown = self.showList(outcome.snapshot)
            var headers = shown.headers()
            if outcome.isNew { headers.append(Response.Header(.location, ResourcePath.list(list))) }
            return Response(status: outcome.isNew ? .created : .ok, headers: headers, body: .buffer(shown.body))
        }
        return try write(request, list, content: content, steps)
    }

    /// Defers to a write of a list's properties.
    func write<Content: Sendable>(
        _ request: Request, _ list: ListID, content: Result<Content, RequestProblem>, _ steps: PropertiesWrite<Content>.Steps
    ) throws -> PendingResponse {
        let write = PropertiesWrite(self, list, content: content, steps)
        return deferred(request, list, keyed: try KeyedWrite(request, in: keys), current: showList, begin: write.begin)
    }

    /// Checks the definition of a view against what is there.
    ///
    /// - Parameters:
    ///   - current: The view as it is; `nil` where it is made.
    ///   - grant: The sender's permissions; `nil` where nobody is asked.
    /// - Throws: ``RequestProblem`` with a pointer into the body.
    func check(
        _ properties: ListProperties, of list: ListID, _ current: ListSnapshot?, _ transaction: any ListTransaction, _ grant: Grant?
    ) throws {
        guard let view = properties.view else { return }
        let pointer = RequestProblem.source
        guard grant?.reaches(view.source.text) ?? true else {
            throw RequestProblem(.referenceNotFound, "There is no list “\(view.source)”.", at: pointer)
        }
        if let known = current?.head.properties.view {
            guard known.source == view.source else {
                throw RequestProblem(.invalidValue, "The view stays one of “\(known.source)” as long as it is there.", at: pointer)
            }
            return
        }
        guard view.source != list, try transaction.head(of: view.source)?.head.properties.view == nil else {
            throw RequestProblem(.invalidValue, "A view is no source of another; name the list that “\(view.source)” is of.", at: pointer)
        }
        try checkCount(of: view, transaction)
    }

    /// Checks once more that there is room for a view that was built while others may have been made.
    func checkCount(of replaced: ReplacedList, _ transaction: any ListTransaction) throws {
        if replaced.isNew, let view = replaced.snapshot.head.properties.view { try checkCount(of: view, transaction) }
    }

    private func checkCount(of view: ViewText, _ transaction: any ListTransaction) throws(RequestProblem) {
        guard transaction.viewCount(of: view.source) < settings.limits.views else {
            throw RequestProblem(.limitExceeded, "A list has at most \(settings.limits.views) views.", at: RequestProblem.source)
        }
    }

    static func notAView(_ list: ListID) -> ListError {
        ListError(.notAView, "The list “\(list)” has content of its own and is no view.")
    }
}

extension RequestProblem {
    /// The position of a view's source in a body.
    fileprivate static let source = ProblemDetail.Location.pointer("/view/of")
}
