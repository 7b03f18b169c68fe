import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// Answers the writes: reads the request on the caller's thread, applies it on the store's writer, and shows the outcome.
final class Writer: Sendable {
    let store: any ListStore
    let settings: ListAPISettings
    let reader: Reader
    let failures: FailureReporter
    /// The idempotency keys of requests that run.
    let keys = InFlightKeys()
    /// The uploads that are on their way, by sender.
    let senders: UploadSenders

    init(store: any ListStore, settings: ListAPISettings, reader: Reader, failures: FailureReporter) {
        self.store = store
        self.settings = settings
        self.reader = reader
        self.failures = failures
        senders = UploadSenders(limit: settings.uploadsOfEach)
    }

    /// Defers to the store's writer, as ``ListWrite`` says.
    ///
    /// - Parameters:
    ///   - current: What a GET of the target shows where a precondition was false.
    ///   - appliesPreference: Whether the response goes out as `Prefer` wants it.
    func write<Outcome: Sendable>(
        _ request: Request, _ list: ListID, current: @escaping @Sendable (ListSnapshot) throws -> Representation,
        appliesPreference: Bool = true, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        show: @escaping @Sendable (Outcome) throws -> Response
    ) throws -> PendingResponse {
        let write = ListWrite(writer: self, list: list, work: work, show: show, current: current)
        let keyed = try KeyedWrite(request, in: keys)
        return .deferred(DeferredWrite(write, request, failures, keyed: keyed, appliesPreference: appliesPreference))
    }

    /// What a GET of the list shows.
    func showList(_ snapshot: ListSnapshot) -> Representation {
        ResourceSerializer(snapshot: snapshot, cells: reader.cells(accepting: nil)).list()
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

    /// The 412 that says what a GET of the target answers now.
    func preconditionFailed(_ request: Request, _ list: ListID, _ current: Reader.Show) throws -> Response {
        do {
            return reader.preconditionFailed(request, try reader.read(list, at: nil, current))
        } catch let error as ListError where error.code == .listNotFound {
            return reader.preconditionFailed(request, nil)
        }
    }
}
