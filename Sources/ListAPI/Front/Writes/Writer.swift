import Foundations
import HTTPServing
import HTTPTypes
import JSON
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

    init(store: any ListStore, settings: ListAPISettings, reader: Reader, failures: FailureReporter) {
        self.store = store
        self.settings = settings
        self.reader = reader
        self.failures = failures
        senders = UploadSenders(limit: settings.uploadsOfEach)
    }

    /// Defers to a write in one transaction of a list, whose steps are those of ``DeferredWrite/run(in:reach:subject:preconditions:content:work:least:show:)``.
    ///
    /// - Parameters:
    ///   - current: What a GET of the target shows where a precondition was false.
    ///   - appliesPreference: Whether the response goes out as `Prefer` wants it.
    func write<Subject, Content: Sendable, Outcome: Sendable>(
        _ request: Request, _ list: ListID, memory: WriteMemory? = nil,
        current: @escaping @Sendable (ListSnapshot) throws -> Representation,
        appliesPreference: Bool = true, content: Result<Content, RequestProblem>,
        subject: @escaping @Sendable (any ListTransaction) throws -> Subject,
        preconditions: @escaping @Sendable (any ListTransaction, inout Subject) throws -> Void,
        work: @escaping @Sendable (any ListTransaction, inout Subject, Content) throws -> Outcome,
        least: @escaping @Sendable (Outcome) -> Int = { _ in 0 }, most: @escaping @Sendable (Outcome) -> Int = { _ in 0 },
        show: @escaping @Sendable (Outcome, ShownPart) throws -> Response
    ) throws -> PendingResponse {
        let keyed = try KeyedWrite(request, in: keys)
        return deferred(request, list, memory: memory, keyed: keyed, appliesPreference: appliesPreference, current: current) {
            [store] response in
            store.write(
                list,
                { transaction in
                    try response.run(
                        in: transaction, subject: { try subject(transaction) }, preconditions: { try preconditions(transaction, &$0) },
                        content: content, work: { try work(transaction, &$0, $1) }, least: least, most: most, show: show)
                }, completion: response.complete)
        }
    }

    /// Defers to a write of a list that `begin` begins.
    ///
    /// - Parameters: As of ``write(_:_:current:appliesPreference:content:subject:preconditions:work:least:show:)``.
    func deferred(
        _ request: Request, _ list: ListID, memory: WriteMemory? = nil, keyed: KeyedWrite?, appliesPreference: Bool = true,
        current: @escaping @Sendable (ListSnapshot) throws -> Representation, begin: @escaping @Sendable (DeferredWrite) -> Void
    ) -> PendingResponse {
        .deferred(
            DeferredWrite(
                request, failures, memory: memory ?? WriteMemory(settings.memory, for: request.sender), keyed: keyed,
                appliesPreference: appliesPreference, conflict: { try self.preconditionFailed($0, list, $1, current) }, begin: begin))
    }

    /// Bytes of the text of a list, at most; 0 where they are few.
    static func largestCount(_ list: ListSnapshot) -> Int {
        // Title, identity, types and the frame take less than what is not counted in any case.
        let count = list.head.properties.metadata.byteCount
        return count > 4 << 10 ? count + WriteMemory.uncounted : 0
    }

    /// The representation that a GET of the list shows.
    func showList(_ snapshot: ListSnapshot) -> Representation {
        ResourceSerializer(snapshot: snapshot, cells: reader.cells(accepting: nil)).list()
    }

    /// The list at its head.
    func current(_ transaction: any ListTransaction, _ list: ListID) throws -> ListSnapshot {
        guard let current = transaction.current else { throw Self.notFound(list) }
        return current
    }

    static func notFound(_ list: ListID) -> ListError { ListError(.listNotFound, "There is no list “\(list)”.") }

    /// The answer to a deletion of a list, or within one.
    ///
    /// - Parameter created: When the list was made: milliseconds since 1970, UTC.
    static func deleted(at version: Int64, created: Int64) -> Response {
        Response(status: .noContent, headers: .ofList(at: version, created: created))
    }

    /// The 412 that says what a GET of the target answers now, or of the item of an operation of a batch.
    private func preconditionFailed(
        _ request: Request, _ list: ListID, _ failure: PreconditionFailure, _ current: Reader.Show
    ) throws -> Response {
        let shown: Representation?
        do {
            shown = try reader.read(list, at: nil) { snapshot in
                guard failure.operation != nil else { return try current(snapshot) }
                let cells = reader.cells(accepting: try request.acceptedCellTypes())
                do {
                    if let item = failure.item { return try ResourceSerializer(snapshot: snapshot, cells: cells).item(.id(item)) }
                } catch let error as ListError where error.code == .itemNotFound {
                    // It was deleted meanwhile.
                }
                let null = ByteBuffer(Array("null".utf8))
                return Representation(body: null, tag: .version, version: snapshot.version, created: snapshot.head.createdAt)
            }
        } catch let error as ListError where error.code == .listNotFound {
            shown = nil
        }
        return reader.preconditionFailed(request, shown, operation: failure.operation)
    }
}
