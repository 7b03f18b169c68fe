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
    /// precondition was false; both as in ``deferred(_:_:keyed:show:current:start:)``.
    func write<Outcome: Sendable>(
        _ request: Request, _ list: ListID, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        show: @escaping @Sendable (Outcome) throws -> Response, current: @escaping @Sendable (ListSnapshot) throws -> Representation
    ) -> Answer {
        answer(request) {
            deferred(request, list, keyed: try KeyedWrite(request, in: running), show: show, current: current) { answer, completion in
                store.write(
                    list, { try answer.replay(in: $0) ?? answer.finish(try work($0), in: $0) }, completion: completion)
            }
        }
    }

    /// Defers to a write that `start` begins: the one way from a write to its answer.
    ///
    /// An idempotency key is let go as soon as the write has completed, or where it never starts.
    ///
    /// - Parameters:
    ///   - show: Makes the response of a success, which goes out as `Prefer` wants it. It reads nothing, and runs on one of the server's
    ///     threads, or on the writer's where the write has a key.
    ///   - current: What a GET of the target shows where a precondition was false; on one of the server's threads.
    ///   - start: Begins the write, calls the methods of ``WriteAnswer`` in its transactions, and completes once.
    func deferred<Outcome: Sendable>(
        _ request: Request, _ list: ListID, keyed: KeyedWrite?, show: @escaping @Sendable (Outcome) throws -> Response,
        current: @escaping @Sendable (ListSnapshot) throws -> Representation,
        start: @escaping @Sendable (WriteAnswer<Outcome>, _ completion: @escaping WriteAnswer<Outcome>.Completion) -> Void
    ) -> Answer {
        let preference = request.headers[.prefer].flatMap { ReturnPreference(parsing: $0) }
        let answer = WriteAnswer(keyed: keyed) { try show($0).applying(preference) }
        return .deferred { complete in
            start(answer) { result in
                keyed?.running.end()
                complete {
                    do {
                        return try answer.response(of: try result.get())
                    } catch is PreconditionFailure {
                        return preconditionFailed(request, list, current)
                    } catch {
                        return failures.response(to: error, request)
                    }
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
