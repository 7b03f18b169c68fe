import HTTPServing
import HTTPTypes
import Lists
import Wire

/// Answers the writes: reads the request on the caller's thread, applies it on the store's writer, and shows the outcome.
struct Writer: Sendable {
    let store: any ListStore
    let settings: ListAPISettings
    let reader: Reader
    let failures: FailureReporter
    /// The idempotency keys of requests that run.
    let running = RunningKeys()

    /// Defers to the store's writer. `show` makes the response of a success, `current` what a GET of the target shows where a
    /// precondition was false; both on one of the server's threads, but `show` on the writer's where the answer is kept. A success goes
    /// out as `Prefer` wants it.
    ///
    /// With an `Idempotency-Key` the write is done once: the answer that it had is given again before anything is looked at, and a
    /// success is kept with what the write changes.
    func write<Outcome: Sendable>(
        _ request: Request, _ list: ListID, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        show: @escaping @Sendable (Outcome) throws -> Response, current: @escaping @Sendable (ListSnapshot) throws -> Representation
    ) -> Answer {
        answer(request) {
            let preference = request.headers[.prefer].flatMap { ReturnPreference(parsing: $0) }
            guard let keyed = try KeyedWrite(request) else {
                return .deferred { complete in
                    run(request, list, work, show: { try show($0).applying(preference) }, current: current, complete: complete)
                }
            }
            return once(request, keyed) { complete in
                run(
                    request, list,
                    { transaction in
                        if let replay = try keyed.replay(in: transaction) { return replay }
                        let response = try show(try work(transaction)).applying(preference)
                        try keyed.keep(response, in: transaction)
                        return response
                    },
                    show: { $0 }, current: current, complete: complete)
            }
        }
    }

    /// Defers to what answers a write with a key, unless another request with the key runs. The key runs until `start` has completed.
    private func once(_ request: Request, _ keyed: KeyedWrite, _ start: @escaping @Sendable (@escaping Answer.Completion) -> Void) -> Answer
    {
        .deferred { complete in
            do throws(RequestProblem) {
                try running.begin(keyed.key)
            } catch {
                return complete { Refusals.response(to: error, request) }
            }
            start { makeResponse in
                running.end(keyed.key)
                complete(makeResponse)
            }
        }
    }

    /// Runs `work` on the store's writer and completes with the response that `show` makes of its outcome, or with what was wrong.
    private func run<Outcome: Sendable>(
        _ request: Request, _ list: ListID, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        show: @escaping @Sendable (Outcome) throws -> Response, current: @escaping @Sendable (ListSnapshot) throws -> Representation,
        complete: @escaping Answer.Completion
    ) {
        store.write(list, work) { result in
            complete {
                do {
                    return try show(try result.get())
                } catch is PreconditionFailure {
                    return preconditionFailed(request, list, current)
                } catch {
                    return failures.response(to: error, request)
                }
            }
        }
    }

    /// Reads a request; what is wrong with it is answered at once.
    func answer(_ request: Request, _ read: () throws -> Answer) -> Answer {
        do {
            return try read()
        } catch {
            return .response(failures.response(to: error, request))
        }
    }

    /// The list at its head.
    func current(_ transaction: any ListTransaction, _ list: ListID) throws -> ListSnapshot {
        guard let current = transaction.current else { throw ListError(.listNotFound, "There is no list “\(list)”.") }
        return current
    }

    /// Reads a body. What is wrong with its syntax or size is thrown now; what is wrong with its meaning is told after the list was found
    /// and its preconditions were checked.
    func deferred<Content>(
        _ read: () throws(RequestProblem) -> Content
    ) throws(RequestProblem) -> Result<Content, RequestProblem> {
        do throws(RequestProblem) {
            return .success(try read())
        } catch {
            if error.slug.isOfSyntax { throw error }
            return .failure(error)
        }
    }

    /// The answer to a deletion within a list.
    static func deleted(at version: Int64) -> Response {
        Response(status: .noContent, headers: [Response.Header(.listVersion, String(version))])
    }

    private func preconditionFailed(_ request: Request, _ list: ListID, _ current: Reader.Show) -> Response {
        do {
            return reader.preconditionFailed(request, try reader.read(list, at: nil, current))
        } catch let error as ListError where error.code == .listNotFound {
            return reader.preconditionFailed(request, nil)
        } catch {
            return failures.response(to: error, request)
        }
    }

    /// Headers that every success about a list has.
    static func headers(_ shown: Representation) -> [Response.Header] {
        [
            Response.Header(.contentType, MediaType.json), Response.Header(.eTag, ReadResponse.tag(of: shown, isGzip: false)),
            Response.Header(.listVersion, String(shown.version)),
        ]
    }
}
