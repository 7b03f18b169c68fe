import CellTypes
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// Answers the writes of registered cell types: compiles a schema on the caller's thread, looks at what is stored on one of the store's own,
/// and registers the type on the store's writer.
struct CellTypeWriter: Sendable {
    let store: any ListStore
    let settings: ListAPISettings
    let failures: FailureReporter
    /// The idempotency keys of requests that run, those of the other writes among them.
    let keys: InFlightKeys

    /// `PUT /cell-types/{type}`: registers a type, or replaces it.
    func put(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let name = try path.cellType()
        let holdsForNewOnly = try Self.holdsForNewOnly(try Parameters(request, allowing: ["validate"]))
        let preconditions = try Preconditions(request)
        let body = try BodyMeaning.deferring { () throws(RequestProblem) in
            try CellTypeBodyReader.cellType(request.body, named: name, limits: settings.limits)
        }
        let entry = body.flatMap { compiled($0) }
        let registration = TypeRegistration(entry, named: name, preconditions, holdsForNewOnly: holdsForNewOnly)
        return try deferred(request, name) { response in register(registration, response) }
    }

    private static func holdsForNewOnly(_ parameters: Parameters) throws(RequestProblem) -> Bool {
        guard let text = parameters["validate"] else { return false }
        guard text == "new" else { throw Parameters.problem("validate", "“validate” is “new”, or it is left out.") }
        return true
    }

    private func compiled(_ type: CellType) -> Result<CellTypeRegistry.Entry, RequestProblem> {
        do throws(SchemaError) {
            return .success(try CellTypeRegistry.Entry(type, after: store.cellTypes[type.name]))
        } catch {
            let detail = ProblemDetail(.pointer("/schema" + error.pointer), error.message, keyword: error.keyword)
            return .failure(RequestProblem(.unsupportedSchema, error.message, errors: [detail]))
        }
    }

    /// Registers a type, once it is known that what is stored matches its schema.
    ///
    /// - Parameter scan: The findings about stored items; `nil` before the first look.
    private func register(
        _ registration: TypeRegistration, _ response: DeferredWrite, after scan: TypeScan? = nil
    ) {
        store.writeCellTypes { transaction -> DeferredWrite.Result? in
            let beginning = try response.begin(
                in: transaction, subject: { transaction.cellTypes[registration.name]?.type },
                preconditions: { try registration.preconditions.check(tag: $0.map { CellTypeReader.tag(of: $0) }) },
                content: registration.entry)
            switch beginning {
            case .answered(let result): return result
            case .open(let old, let entry):
                guard let isNew = try registration.apply(entry, replacing: old, in: transaction, after: scan) else { return nil }
                let shown = Self.response(isNew ? .created : .ok, entry.type)
                return try response.result(in: transaction, most: shown.body.byteCount ?? 0) { _ in shown }
            }
        } completion: { result in
            switch result {
            case .success(let done?): response.complete(.success(done))
            case .success(nil): look(registration, response, after: scan)
            case .failure(let error): response.complete(.failure(error))
            }
        }
    }

    /// Looks at the stored items of the type that nobody has looked at yet, beside the store's writer.
    private func look(
        _ registration: TypeRegistration, _ response: DeferredWrite, after scan: TypeScan?
    ) {
        store.runInBackground(.scan) { refusal in
            do {
                if let refusal { throw refusal }
                var next = try scan ?? TypeScan(registration.entry.get())
                try next.goOn(in: store)
                register(registration, response, after: next)
            } catch {
                response.complete(.failure(error))
            }
        }
    }

    /// `DELETE /cell-types/{type}`. Items keep the type, which nobody knows more of then.
    func delete(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let name = try path.cellType()
        _ = try Parameters(request, allowing: [])
        let preconditions = try Preconditions(request)
        return try deferred(request, name) { response in
            store.writeCellTypes(
                { transaction in
                    try response.run(
                        in: transaction,
                        subject: {
                            guard let entry = transaction.cellTypes[name] else { throw CellTypeReader.notFound(name) }
                            return entry.type
                        }, preconditions: { try preconditions.check(tag: CellTypeReader.tag(of: $0)) }, content: .success(()),
                        work: { _, _ in try transaction.removeCellType(name) }, show: { _, _ in Response(status: .noContent) })
                }, completion: response.complete)
        }
    }

    private func deferred(
        _ request: Request, _ name: String, begin: @escaping @Sendable (DeferredWrite) -> Void
    ) throws -> PendingResponse {
        let keyed = try KeyedWrite(request, in: keys)
        return .deferred(
            DeferredWrite(
                request, failures, memory: WriteMemory(settings.memory, for: request.sender), keyed: keyed,
                conflict: { request, _ in preconditionFailed(request, name) }, begin: begin))
    }

    /// The 412 that shows the type as it is now.
    private func preconditionFailed(_ request: Request, _ name: String) -> Response {
        let type = store.cellTypes[name]?.type
        return Refusals.conflict(
            request, current: type.map { CellTypeRepresentation.bytes($0) },
            headers: type.map { [Response.Header(.eTag, CellTypeReader.tag(of: $0))] } ?? [])
    }

    private static func response(_ status: HTTPResponse.Status, _ type: CellType) -> Response {
        var headers = [
            Response.Header(.contentType, MediaType.json), Response.Header(.eTag, CellTypeReader.tag(of: type)),
        ]
        if status == .created { headers.append(Response.Header(.location, ResourcePath.cellType(type.name))) }
        return Response(status: status, headers: headers, body: .bytes(CellTypeRepresentation.bytes(type)))
    }
}
