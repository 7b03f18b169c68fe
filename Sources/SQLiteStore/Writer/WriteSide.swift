import Dispatch
import Ports
import Synchronization

/// The parts of a store that a store which only reads does not have.
final class WriteSide: Sendable {
    let writer: StoreWriter
    let longWriter: LongWriter
    let background: [BackgroundKind: BackgroundThreads]
    let checkpointer: Checkpointer
    let interruption: Interruption
    let fileWatch: FileWatch
    let watch: StoreWatch
    /// The way to the log; `nil` without one.
    let follower: LogFollower?
    private let peers: PeerWatch?
    private let indexRoom: IndexRoom?
    private let lock: Mutex<DatabaseLock?>
    private let isClosing = Atomic<Bool>(false)

    init(
        lock: DatabaseLock, indexRoom: IndexRoom?, writer: StoreWriter, longWriter: LongWriter,
        background: [BackgroundKind: BackgroundThreads], checkpointer: Checkpointer, interruption: Interruption, fileWatch: FileWatch,
        watch: StoreWatch,
        follower: LogFollower?, peers: PeerWatch?
    ) {
        self.follower = follower
        self.peers = peers
        self.lock = Mutex(lock)
        self.indexRoom = indexRoom
        self.writer = writer
        self.longWriter = longWriter
        self.background = background
        self.checkpointer = checkpointer
        self.interruption = interruption
        self.fileWatch = fileWatch
        self.watch = watch
    }

    func start() {
        checkpointer.start()
        writer.start()
        follower?.start { [queue = writer.queue] in queue.wakeWriter() }
        peers?.start()
        watch.start()
    }

    /// Ends all threads, once what waits is done or refused.
    ///
    /// - Returns: Whether they have ended by the deadline.
    func stop(by deadline: DispatchTime) -> Bool {
        fileWatch.stop()
        longWriter.stop()
        for threads in background.values { threads.stop() }
        // Before the writer, which empties the log at its end and needs it for itself.
        let hasCheckpointerEnded = checkpointer.stop(by: deadline)
        let hasWriterEnded = writer.stop(by: deadline)
        watch.stop(by: deadline)
        let hasFollowerEnded = follower?.stop(by: deadline) ?? true
        let havePeersEnded = peers?.stop(by: deadline) ?? true
        return hasCheckpointerEnded && hasWriterEnded && hasFollowerEnded && havePeersEnded
    }

    /// Whether this is the first call.
    func beginClosing() -> Bool {
        !isClosing.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Lets another process write to the database.
    func unlock() {
        lock.withLock { $0 = nil }
    }
}
