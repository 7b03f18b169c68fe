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
        let preconditions = try Preconditions(request)
        if Self.takesPieces(of: request) { return try putLines(request, list, preconditions) }
        let body = try BodyMeaning.deferring { () throws(RequestProblem) in
            try ListDocumentReader.read(request.body.span, limits: settings.limits)
        }
        if try definesView(body, request) { return try putView(request, list, body, preconditions) }
        let units = CheckBudget.units(ofBytes: request.body.count)
        return try checking(request) { [self] budget in
            checked(body, within: budget)
        } then: { [self] content, checkedVersion in
            var rules = settings.typeRules
            (rules.checkedVersion, rules.units) = (checkedVersion, units)
            return replace(request, list, with: content.map { .draft($0) }, rules, preconditions, keyed: try KeyedWrite(request, in: keys))
        }
    }

    /// Holds a document to the registered types, here and not on the store's writer: all its items that name their type.
    ///
    /// - Returns: The document, or the problem that it has now; and the version of the types that it was held to, if any.
    private func checked(
        _ body: Result<ListDraft, RequestProblem>, within budget: CheckBudget?
    ) -> (Result<ListDraft, RequestProblem>, Int64?) {
        guard case .success(let draft) = body, let rules = settings.typeRules.rules(by: store.cellTypes, within: budget) else {
            return (body, nil)
        }
        do throws(ItemRuleError) {
            try rules.check(draft)
            return (body, rules.version)
        } catch {
            return (.failure(RequestProblem(error, in: draft.shape)), rules.version)
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
        var rules = rules
        rules.check = checkDeadline(of: request, units: rules.units)
        let write = ReplacementWrite(writer: self, list: list, content: content, rules: rules, preconditions: preconditions)
        return deferred(request, list, keyed: keyed, current: showList, begin: write.begin)
    }

    /// `PATCH /lists/{list}`: a merge patch over what the list is beside its sections.
    func patchList(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let list = try path.list()
        _ = try Parameters(request, allowing: [])
        let preconditions = try Preconditions(request)
        let patch = try PropertiesPatch(request.body, limits: settings.limits)
        let required = settings.requirePreconditions
        let grant = request.grant
        let steps = PropertiesWrite<PropertiesPatch>.Steps { transaction in
            let current = try self.current(transaction, list)
            if patch.namesView, current.head.properties.view == nil { throw Self.notAView(list) }
            return current
        } preconditions: { current in
            try preconditions.check(list: current, required: required)
        } properties: { transaction, current, patch in
            let properties = try patch.applied(to: current?.head.properties ?? ListProperties())
            if patch.namesView { try self.check(properties, of: list, current, transaction, grant) }
            return properties
        } show: { outcome in
            let shown = self.showList(outcome.snapshot)
            return Response(status: .ok, headers: shown.headers(), body: .buffer(shown.body))
        }
        return try write(request, list, content: .success(patch), steps)
    }

    /// `POST /lists/{list}/revert`: makes a version with the content of an earlier one.
    func revertList(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let list = try path.list()
        _ = try Parameters(request, allowing: [])
        let preconditions = try Preconditions(request)
        let version = try BodyMeaning.deferring { () throws(RequestProblem) in
            try RevertBodyReader.version(request.body, limits: settings.limits)
        }
        let units = CheckBudget.units(ofBytes: request.body.count)
        let write = RevertWrite(writer: self, list: list, to: version, preconditions: preconditions, units: units)
        return deferred(request, list, keyed: try KeyedWrite(request, in: keys), current: showList, begin: write.begin)
    }

    /// `DELETE /lists/{list}`.
    func deleteList(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let list = try path.list()
        _ = try Parameters(request, allowing: [])
        let preconditions = try Preconditions(request)
        let required = settings.requirePreconditions
        return try write(request, list, current: showList, content: .success(())) { transaction in
            try self.current(transaction, list)
        } preconditions: { _, current in
            try preconditions.check(list: current, required: required)
        } work: { transaction, current, _ in
            (version: try transaction.delete(), created: current.head.createdAt)
        } show: { list, _ in
            Self.deleted(at: list.version, created: list.created)
        }
    }
}
