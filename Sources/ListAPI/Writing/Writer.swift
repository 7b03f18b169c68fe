import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// Answers the writes: reads the request on the caller's thread, applies it on the store's writer, and shows the outcome.
struct Writer: Sendable {
    let store: any ListStore
    let settings: ListAPISettings
    let reader: Reader
    let failures: FailureReporter
    /// The idempotency keys of requests that run.
    let running = RunningKeys()
    /// The uploads that are on their way, by sender.
    let senders: UploadSenders

    init(store: any ListStore, settings: ListAPISettings, reader: Reader, failures: FailureReporter) {
        self.store = store
        self.settings = settings
        self.reader = reader
        self.failures = failures
        senders = UploadSenders(limit: settings.uploadsOfEach)
    }

    /// Defers to the store's writer. `show` makes the response of a success, `current` what a GET of the target shows where a
    /// precondition was false; both as in ``deferred(_:_:keyed:appliesPreference:show:current:start:)``.
    func write<Outcome: Sendable>(
        _ request: Request, _ list: ListID, appliesPreference: Bool = true,
        _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        show: @escaping @Sendable (Outcome) throws -> Response, current: @escaping @Sendable (ListSnapshot) throws -> Representation
    ) -> Answer {
        answer(request) {
            deferred(
                request, list, keyed: try KeyedWrite(request, in: running), appliesPreference: appliesPreference, show: show,
                current: current
            ) { answer, completion in
                let author = request.grant?.name
                store.write(
                    list,
                    { transaction in
                        transaction.attribute(to: author)
                        return try answer.replay(in: transaction) ?? answer.finish(try work(transaction), in: transaction)
                    }, completion: completion)
            }
        }
    }

    /// Defers to a write that `start` begins, as ``WriteDeferral`` does; a false precondition is answered with `current`.
    ///
    /// - Parameters:
    ///   - appliesPreference: Whether the answer goes out as `Prefer` wants it.
    ///   - show: Makes the response of a success. It reads nothing.
    ///   - current: What a GET of the target shows where a precondition was false; on one of the server's threads.
    func deferred<Outcome: Sendable>(
        _ request: Request, _ list: ListID, keyed: KeyedWrite?, appliesPreference: Bool = true,
        show: @escaping @Sendable (Outcome) throws -> Response,
        current: @escaping @Sendable (ListSnapshot) throws -> Representation, start: @escaping WriteDeferral.Start<Outcome>
    ) -> Answer {
        // The body has been read: it is not held while the write waits.
        let request = request.withoutBody
        return WriteDeferral(request, failures, appliesPreference: appliesPreference).answer(
            keyed: keyed, show: show, preconditionFailed: { preconditionFailed(request, list, current) }, start: start)
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
