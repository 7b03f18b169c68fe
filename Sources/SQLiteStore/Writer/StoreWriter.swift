import Dispatch
import Foundations
import Lists
import Logging
import Ports
import Synchronization

/// The one thread that writes, as every other thread sees it.
final class StoreWriter: Sendable {
    /// The tools of the writer's thread beside its state.
    struct Tools: Sendable {
        let configuration: SQLiteStoreConfiguration
        let records: Records
        let heads: HeadTable
        let pins: VersionPins
        let checkpointer: Checkpointer
        let interruption: Interruption
        let health: StoreHealth
        let logger: Logger
        let now: @Sendable () -> Int64
        let makeIdentifiers: @Sendable () -> any IdentifierSource
    }

    let tools: Tools
    let queue: WriteJobQueue
    let suspended: SuspendedWrites
    let metrics = WriterMetrics()
    let outboxObserver = Observer<OutboxChange>()
    let commitObserver = Observer<ListCommit>()
    /// Notified of each view that is to be built beside the writer.
    let viewObserver = Observer<ListID>()
    /// The webhooks that are committed.
    let webhooks: WebhookRegistry
    private let state: ThreadConfined<WriterState>
    private let ended = DispatchSemaphore(value: 0)
    /// When the transaction that runs began; 0 while none does.
    private let busySince = Atomic<UInt64>(0)

    /// - Parameter webhooks: The committed webhooks.
    init(_ state: ThreadConfined<WriterState>, suspended: SuspendedWrites, webhooks: WebhookRegistry, _ tools: Tools) {
        self.state = state
        self.suspended = suspended
        self.tools = tools
        queue = WriteJobQueue(limit: tools.configuration.writeLimit)
        self.webhooks = webhooks
    }

    var isOpen: Bool { queue.isOpen }

    /// Whether the calling thread is the writer's.
    var isCurrentThread: Bool { state.isCurrentThread }

    /// Whether the transaction that runs has not ended for so long that somebody should look.
    var isStalled: Bool {
        let began = busySince.load(ordering: .relaxed)
        return began > 0 && began < Uptime.ago(seconds: tools.configuration.stallSeconds)
    }

    func start() {
        SystemThread.start(named: "writer") { [self] in
            state.bindToThread()
            if let state = state.current { WriterLoop(self, state).run() }
            ended.signal()
        }
    }

    /// A transaction begins; the writer is stalled where it does not end.
    func transactionBegins() { busySince.store(Uptime.now, ordering: .relaxed) }

    func transactionEnds() { busySince.store(0, ordering: .relaxed) }

    /// Refuses the writes that wait for the writer, or for a long write to their list, since before a time.
    func refuse(arrivedBefore time: UInt64, _ error: ListError) {
        queue.refuse(arrivedBefore: time, error)
        suspended.refuse(arrivedBefore: time, error)
    }

    /// Finishes the writes that wait and ends the thread. Called on the writer's own thread, it does not wait for the end.
    ///
    /// - Returns: Whether the thread has ended by the deadline.
    func stop(by deadline: DispatchTime) -> Bool {
        queue.close()
        guard !state.isCurrentThread else { return true }
        return ended.wait(timeout: deadline) == .success
    }
}
