import Foundations
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
    /// The checks of values that take long, by sender.
    let checkers = UploadSenders(limit: Writer.checksOfEach, of: "checks of values")
    private let addresses: ClientAddresses

    init(store: any ListStore, settings: ListAPISettings, reader: Reader, failures: FailureReporter) {
        self.store = store
        self.settings = settings
        self.reader = reader
        self.failures = failures
        senders = UploadSenders(limit: settings.uploadsOfEach)
        addresses = ClientAddresses(trusting: settings.trustedProxies)
    }

    /// Defers to the store's writer, as ``ListWrite`` says.
    ///
    /// - Parameters:
    ///   - current: What a GET of the target shows where a precondition was false.
    ///   - appliesPreference: Whether the response goes out as `Prefer` wants it.
    ///   - least: As in ``ListWrite``.
    func write<Outcome: Sendable>(
        _ request: Request, _ list: ListID, current: @escaping @Sendable (ListSnapshot) throws -> Representation,
        appliesPreference: Bool = true, least: @escaping @Sendable (Outcome) -> Int = { _ in 0 },
        _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome,
        show: @escaping @Sendable (Outcome, ShownPart) throws -> Response
    ) throws -> PendingResponse {
        let write = ListWrite(writer: self, list: list, work: work, least: least, show: show, current: current)
        let keyed = try KeyedWrite(request, in: keys)
        return .deferred(DeferredWrite(write, request, failures, keyed: keyed, appliesPreference: appliesPreference))
    }

    /// The memory that a request's write takes.
    func memory(for request: Request) -> WriteMemory { WriteMemory(settings.memory, for: addresses.sender(of: request)) }

    /// The representation that a GET of the list shows.
    func showList(_ snapshot: ListSnapshot) -> Representation {
        ResourceSerializer(snapshot: snapshot, cells: reader.cells(accepting: nil)).list()
    }

    /// The list at its head.
    func current(_ transaction: any ListTransaction, _ list: ListID) throws -> ListSnapshot {
        guard let current = transaction.current else { throw ListError(.listNotFound, "There is no list “\(list)”.") }
        return current
    }

    /// The answer to a deletion of a list, or within one.
    ///
    /// - Parameter created: When the list was made: milliseconds since 1970, UTC.
    static func deleted(at version: Int64, created: Int64) -> Response {
        Response(status: .noContent, headers: .ofList(at: version, created: created))
    }

    /// The 412 that says what a GET of the target answers now.
    ///
    /// - Parameter operation: The index of the operation of a batch whose item it is about; `nil` for a precondition of the whole request.
    func preconditionFailed(
        _ request: Request, _ list: ListID, operation: Int? = nil, _ current: Reader.Show
    ) throws -> Response {
        do {
            return reader.preconditionFailed(request, try reader.read(list, at: nil, current), operation: operation)
        } catch let error as ListError where error.code == .listNotFound {
            return reader.preconditionFailed(request, nil, operation: operation)
        }
    }

    /// The 412 that shows the item of an operation as it is now.
    func preconditionFailed(_ request: Request, _ list: ListID, _ failure: OperationPreconditionFailure) throws -> Response {
        let cells = reader.cells(accepting: try request.acceptedCellTypes())
        return try preconditionFailed(request, list, operation: failure.operation) { snapshot in
            do {
                if let item = failure.item { return try ResourceSerializer(snapshot: snapshot, cells: cells).item(.id(item)) }
            } catch let error as ListError where error.code == .itemNotFound {
                // It was deleted meanwhile.
            }
            let null = ByteBuffer(Array("null".utf8))
            return Representation(body: null, tag: .version, version: snapshot.version, created: snapshot.head.createdAt)
        }
    }
}
