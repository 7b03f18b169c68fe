import HTTPServing
import HTTPTypes
import Lists
import Wire

extension Writer {
    /// `PUT /lists/{list}`: makes the list, or replaces its whole content by the smallest change that gets there.
    func putList(_ request: Request, _ path: PathParameters) -> Answer {
        do {
            let list = try path.list()
            _ = try Parameters(request, allowing: [])
            try BodyType.check(request, among: [MediaType.json])
            let preconditions = try Preconditions(request)
            let draft = try body(request)
            let required = settings.requirePreconditions
            return write(request, list) { transaction in
                let isNew = transaction.current == nil
                try preconditions.check(list: transaction.current, required: required)
                let edit = try transaction.edit()
                let draft = try draft.get()
                do { try edit.replace(with: draft) } catch let error as ListError {
                    throw FailureReporter.problem(for: error, in: draft.shape)
                }
                return (snapshot: try transaction.commit(edit), isNew: isNew)
            } show: { outcome in
                let shown = Things(snapshot: outcome.snapshot, settings: settings).list()
                var headers = Self.headers(shown)
                if outcome.isNew { headers.append(Response.Header(.location, ResourcePath.list(list))) }
                return Response(status: outcome.isNew ? .created : .ok, headers: headers, body: .bytes(shown.body))
            } current: { snapshot in
                Things(snapshot: snapshot, settings: settings).list()
            }
        } catch {
            return .response(failures.response(to: error, request))
        }
    }

    /// The document of a request. What is wrong with its syntax or size is thrown now; what is wrong with its meaning is told after the
    /// list was found and its preconditions were checked.
    private func body(_ request: Request) throws(RequestProblem) -> Result<ListDraft, RequestProblem> {
        do throws(RequestProblem) {
            return .success(try ListDocumentReader.read(request.body, limits: settings.limits))
        } catch {
            if error.slug.isOfSyntax { throw error }
            return .failure(error)
        }
    }

    /// `DELETE /lists/{list}`.
    func deleteList(_ request: Request, _ path: PathParameters) -> Answer {
        do {
            let list = try path.list()
            _ = try Parameters(request, allowing: [])
            let preconditions = try Preconditions(request)
            let required = settings.requirePreconditions
            return write(request, list) { transaction in
                guard let current = transaction.current else { throw ListError(.listNotFound, "There is no list “\(list)”.") }
                try preconditions.check(list: current, required: required)
                return try transaction.delete()
            } show: { version in
                Response(status: .noContent, headers: [Response.Header(.listVersion, String(version))])
            } current: { snapshot in
                Things(snapshot: snapshot, settings: settings).list()
            }
        } catch {
            return .response(failures.response(to: error, request))
        }
    }
}
