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

    /// The outcome of a PUT.
    private struct Registered: Sendable {
        let type: CellType
        let isNew: Bool
    }

    /// `PUT /cell-types/{type}`: registers a type, or replaces it.
    func put(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let name = try path.cellType()
        let holdsForNewOnly = try Self.holdsForNewOnly(try Parameters(request, allowing: ["validate"]))
        try BodyType.check(request, among: [MediaType.json])
        let preconditions = try Preconditions(request)
        let body = try BodyMeaning.deferring { () throws(RequestProblem) in
            try CellTypeBodyReader.cellType(request.body, named: name, limits: settings.limits)
        }
        let entry = body.flatMap { compiled($0) }
        return try deferred(request, name) { (made: Registered) in
            Self.response(made.isNew ? .created : .ok, made.type)
        } begin: { response in
            let registration = TypeRegistration(entry, named: name, preconditions, holdsForNewOnly: holdsForNewOnly)
            register(registration, response)
        }
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
        _ registration: TypeRegistration, _ response: WriteResponse<Registered>, after scan: TypeScan? = nil
    ) {
        store.writeCellTypes { transaction -> DeferredWrite.Result? in
            if let stored = try response.storedResponse(in: transaction) { return stored }
            guard let isNew = try registration.apply(in: transaction, after: scan) else { return nil }
            return try response.result(Registered(type: try registration.entry.get().type, isNew: isNew), in: transaction)
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
        _ registration: TypeRegistration, _ response: WriteResponse<Registered>, after scan: TypeScan?
    ) {
        store.runBeside(.scan) { refusal in
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
        return try deferred(request, name) { (_: Void) in
            Response(status: .noContent)
        } begin: { response in
            store.writeCellTypes(
                { transaction in
                    if let stored = try response.storedResponse(in: transaction) { return stored }
                    guard let entry = transaction.cellTypes[name] else { throw CellTypeReader.notFound(name) }
                    try preconditions.check(tag: CellTypeReader.tag(of: entry.type))
                    try transaction.removeCellType(name)
                    return try response.result((), in: transaction)
                }, completion: response.complete)
        }
    }

    private func deferred<Outcome: Sendable>(
        _ request: Request, _ name: String, show: @escaping @Sendable (Outcome) throws -> Response,
        begin: @escaping @Sendable (WriteResponse<Outcome>) -> Void
    ) throws -> PendingResponse {
        let write = CellTypeWrite(writer: self, name: name) { begin(WriteResponse($0, show: show)) }
        return .deferred(DeferredWrite(write, request, failures, keyed: try KeyedWrite(request, in: keys)))
    }

    private static func response(_ status: HTTPResponse.Status, _ type: CellType) -> Response {
        var headers = [
            Response.Header(.contentType, MediaType.json), Response.Header(.eTag, CellTypeReader.tag(of: type)),
        ]
        if status == .created { headers.append(Response.Header(.location, ResourcePath.cellType(type.name))) }
        return Response(status: status, headers: headers, body: .bytes(CellTypeRepresentation.bytes(type)))
    }
}
