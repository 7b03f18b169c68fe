import HTTPServing
import HTTPTypes
import Lists
import Wire

extension Writer {
    /// `PUT /lists/{list}`: makes the list, or replaces its whole content by the smallest change that gets there.
    func putList(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let list = try path.list()
            _ = try Parameters(request, allowing: [])
            try BodyType.check(request, among: [MediaType.json])
            let preconditions = try Preconditions(request)
            let body = try deferred { () throws(RequestProblem) in
                try ListDocumentReader.read(request.body, limits: settings.limits)
            }
            let required = settings.requirePreconditions
            return write(request, list) { transaction in
                let isNew = transaction.current == nil
                try preconditions.check(list: transaction.current, required: required)
                let edit = try transaction.edit()
                let draft = try body.get()
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
        }
    }

    /// `PATCH /lists/{list}`: a merge patch over what the list is beside its sections.
    func patchList(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let list = try path.list()
            _ = try Parameters(request, allowing: [])
            try BodyType.check(request, among: [MediaType.mergePatch, MediaType.json])
            let preconditions = try Preconditions(request)
            let patch = try PropertiesPatch(request.body, limits: settings.limits)
            let required = settings.requirePreconditions
            return write(request, list) { transaction in
                let current = try self.current(transaction, list)
                try preconditions.check(list: current, required: required)
                let edit = try transaction.edit()
                edit.setProperties(try patch.applied(to: current.head.properties))
                return try transaction.commit(edit)
            } show: { snapshot in
                let shown = Things(snapshot: snapshot, settings: settings).list()
                return Response(status: .ok, headers: Self.headers(shown), body: .bytes(shown.body))
            } current: { snapshot in
                Things(snapshot: snapshot, settings: settings).list()
            }
        }
    }

    /// `DELETE /lists/{list}`.
    func deleteList(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let list = try path.list()
            _ = try Parameters(request, allowing: [])
            let preconditions = try Preconditions(request)
            let required = settings.requirePreconditions
            return write(request, list) { transaction in
                try preconditions.check(list: try current(transaction, list), required: required)
                return try transaction.delete()
            } show: { version in
                Self.deleted(at: version)
            } current: { snapshot in
                Things(snapshot: snapshot, settings: settings).list()
            }
        }
    }
}
