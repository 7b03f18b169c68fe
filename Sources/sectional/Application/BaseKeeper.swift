import Commands
import Dispatch
import Foundations
import Logging
import PostgresLog
import SQLiteStore
import Synchronization

/// Makes bases of the log while its server leads, on a thread of its own.
final class BaseKeeper: Sendable {
    private static let pause = 5.0
    private static let daySeconds = 86_400.0

    private let log: PostgresLog
    private let path: String
    private let bytes: Int64
    private let logger: Logger
    private let wake = DispatchSemaphore(value: 0)
    private let isStopped = Atomic<Bool>(false)
    /// When the newest base was made; `nil` where there is none, or while another server leads.
    private let newest = Mutex<ContinuousClock.Instant?>(nil)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - path: The server's database.
    ///   - bytes: The least bytes of entries behind a base after which there is another one.
    init(_ log: PostgresLog, path: String, bytes: Int64, logger: Logger) {
        (self.log, self.path, self.bytes, self.logger) = (log, path, bytes, logger)
        SystemThread.start(named: "bases") { [self] in
            while !isStopped.load(ordering: .relaxed) {
                if log.isLeading { look() } else { newest.withLock { $0 = nil } }
                _ = wake.wait(timeout: .now() + Self.pause)
            }
        }
    }

    /// Gives up a base that is being made, and ends the thread, which may be in a call of the log for some seconds more.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        wake.signal()
    }

    /// Seconds since the newest base was made; `nil` where this server does not know.
    var baseAge: Double? { newest.withLock { $0 }.map { (.now - $0) / .seconds(1) } }

    private func look() {
        do {
            let status = try log.baseStatus()
            newest.withLock { $0 = status.age.map { .now - .seconds($0) } }
            // Without a base no server could load itself anew.
            let isOld = status.age.map { $0 > Self.daySeconds } ?? true
            guard status.bytesBehind > max(bytes, 2 * status.bytes) || isOld && status.bytesBehind > 0 else { return }
            try makeBase()
            newest.withLock { $0 = .now }
        } catch {
            guard !isStopped.load(ordering: .relaxed) else { return }
            logger.warning("could not make a base of the log", metadata: ["error": "\(error)"])
        }
    }

    private func makeBase() throws {
        let staged = try StagedFile(path: path, minding: false)
        try SQLiteListStore.backUp(path, to: staged.stagingPath)
        guard let replica = try SQLiteListStore.replica(staged.stagingPath) else { return }
        let chunks = FileChunks(staged.descriptor)
        try log.writeBase(at: replica.position) {
            guard !isStopped.load(ordering: .relaxed) else { throw CommandFailure(message: "the server stops") }
            return try chunks.next()
        }
        logger.info("made a base of the log", metadata: ["entry": "\(replica.position)"])
    }
}
