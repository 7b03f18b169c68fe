import CellTypes
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

extension Writer {
    /// `PUT /lists/{list}`: makes the list, or replaces its whole content by the smallest change that gets there.
    func putList(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let list = try path.list()
        _ = try Parameters(request, allowing: [])
        try BodyType.check(request, among: [MediaType.json, MediaType.ndjson])
        let preconditions = try Preconditions(request)
        if Self.takesPieces(of: request) { return try putLines(request, list, preconditions) }
        let body = try BodyMeaning.deferring { () throws(RequestProblem) in
            try ListDocumentReader.read(request.body.span, limits: settings.limits)
        }
        let (content, rules) = checked(body)
        return replace(request, list, with: content.map { .draft($0) }, rules, preconditions, keyed: try KeyedWrite(request, in: keys))
    }

    /// Holds a document to the registered types, here and not on the store's writer: all its items that name their type.
    ///
    /// - Returns: The document, or the problem that it has now; and how the store is to hold it to the types.
    private func checked(_ body: Result<ListDraft, RequestProblem>) -> (Result<ListDraft, RequestProblem>, TypeRules) {
        var typeRules = settings.typeRules
        guard case .success(let draft) = body, let rules = typeRules.rules(by: store.cellTypes) else { return (body, typeRules) }
        typeRules.checkedVersion = rules.version
        do throws(ItemRuleError) {
            try ItemCheck.check(draft, by: rules)
            return (body, typeRules)
        } catch {
            return (.failure(RequestProblem(error, in: draft.shape)), typeRules)
        }
    }

    /// Defers to the store, which makes the list or replaces its content.
    ///
    /// - Parameter content: The content, or what is wrong with its meaning: that is told after the preconditions were checked.
    func replace(
        _ request: Request, _ list: ListID, with content: Result<ListContent, RequestProblem>, _ rules: TypeRules,
        _ preconditions: Preconditions,
        keyed: KeyedWrite?
    ) -> PendingResponse {
        let write = ListReplacement(writer: self, list: list, content: content, rules: rules, preconditions: preconditions)
        return .deferred(DeferredWrite(write, request, failures, keyed: keyed))
    }

    /// `PATCH /lists/{list}`: a merge patch over what the list is beside its sections.
    func patchList(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let list = try path.list()
        _ = try Parameters(request, allowing: [])
        try BodyType.check(request, among: [MediaType.mergePatch, MediaType.json])
        let preconditions = try Preconditions(request)
        let patch = try PropertiesPatch(request.body, limits: settings.limits)
        let required = settings.requirePreconditions
        return try write(request, list, current: showList) { transaction in
            let current = try self.current(transaction, list)
            try preconditions.check(list: current, required: required)
            let edit = try transaction.edit()
            edit.setProperties(try patch.applied(to: current.head.properties))
            return try transaction.commit(edit)
        } show: { snapshot in
            let shown = self.showList(snapshot)
            return Response(status: .ok, headers: shown.headers(), body: .buffer(shown.body))
        }
    }

    /// `DELETE /lists/{list}`.
    func deleteList(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let list = try path.list()
        _ = try Parameters(request, allowing: [])
        let preconditions = try Preconditions(request)
        let required = settings.requirePreconditions
        return try write(request, list, current: showList) { transaction in
            try preconditions.check(list: try self.current(transaction, list), required: required)
            return try transaction.delete()
        } show: { version in
            Self.deleted(at: version)
        }
    }
}
