import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

extension Writer {
    /// `PUT /lists/{list}`: makes the list, or replaces its whole content by the smallest change that gets there.
    func putList(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let list = try path.list()
            _ = try Parameters(request, allowing: [])
            try BodyType.check(request, among: [MediaType.json, MediaType.ndjson])
            let preconditions = try Preconditions(request)
            if Self.takesPieces(of: request) { return try putLines(request, list, preconditions) }
            let body = try BodyMeaning.deferring { () throws(RequestProblem) in
                try ListDocumentReader.read(request.body, limits: settings.limits)
            }
            return replace(request, list, with: body.map { .draft($0) }, preconditions, keyed: try KeyedWrite(request, in: running))
        }
    }

    /// Defers to the store, which makes the list or replaces its content.
    ///
    /// - Parameter content: The content, or what is wrong with its meaning: that is told after the preconditions were checked.
    func replace(
        _ request: Request, _ list: ListID, with content: Result<ListContent, RequestProblem>, _ preconditions: Preconditions,
        keyed: KeyedWrite?
    ) -> Answer {
        let required = settings.requirePreconditions
        return deferred(request, list, keyed: keyed) { (outcome: ReplacedList) in
            let shown = Things(snapshot: outcome.snapshot, settings: settings).list()
            var headers = Self.headers(shown)
            if outcome.isNew { headers.append(Response.Header(.location, ResourcePath.list(list))) }
            return Response(status: outcome.isNew ? .created : .ok, headers: headers, body: .bytes(shown.body))
        } current: { snapshot in
            Things(snapshot: snapshot, settings: settings).list()
        } start: { answer, completion in
            let author = request.grant?.name
            store.replace(list, with: (try? content.get()) ?? .draft(ListDraft(properties: nil, sections: []))) { transaction in
                transaction.attribute(to: author)
                if let replay = try answer.replay(in: transaction) { return replay }
                try preconditions.check(list: transaction.current, required: required)
                _ = try content.get()
                return nil
            } finish: { transaction, list in
                try answer.finish(list, in: transaction)
            } completion: { result in
                completion(result.mapError { Self.located($0, in: content) })
            }
        }
    }

    /// An error about a place in a document, as a problem that points there.
    private static func located(_ error: any Error, in content: Result<ListContent, RequestProblem>) -> any Error {
        guard let error = error as? ListError, case .success(.draft(let draft)) = content else { return error }
        return FailureReporter.problem(for: error, in: draft.shape)
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
