import Commands
import Logging
import PostgresLog
import SQLiteStore

/// Brings a server's file in line with its log before a store opens it: a file that is not there yet, or from which the log no longer goes on, is
/// replaced by the log's newest base.
struct ReplicaLoading {
    let log: PostgresLog
    let path: String
    let logger: Logger

    func run(mayCreate: Bool) throws(CommandFailure) {
        do {
            let lock = try DatabaseLock(path)
            defer { withExtendedLifetime(lock) {} }
            guard try needsBase(mayCreate: mayCreate), let base = try log.newestBase() else { return }
            try load(base)
        } catch {
            throw CommandFailure(following: path, error)
        }
    }

    private func needsBase(mayCreate: Bool) throws -> Bool {
        guard let replica = try SQLiteListStore.replica(path) else {
            // A file that follows no log is the store's to refuse.
            return mayCreate && DatabaseFiles(path).isEmpty
        }
        return try replica.history == log.history() && !log.goesOn(from: replica.position)
    }

    private func load(_ base: LogBase) throws {
        logger.info("loading a base of the log", metadata: ["entry": "\(base.position)", "bytes": "\(base.bytes)"])
        let files = DatabaseFiles(path)
        let staged = try StagedFile(path: files.database, minding: false)
        try log.read(base) { chunk in
            if let error = chunk.withUnsafeBytes({ Descriptor.write($0, to: staged.descriptor).error }) {
                throw CommandFailure(message: "can't write \(path): \(Descriptor.words(error))")
            }
        }
        let copy = try RestoredCopy(
            ofBaseAt: staged.stagingPath, inPlaceOf: files, history: try log.history(), position: base.position)
        try staged.sync()
        let kept = try copy.putInPlace(time: FileTime.now())
        staged.wasRenamed()
        guard let kept else { return }
        logger.warning(
            "the log does not go on from this server's database, which is set aside",
            metadata: ["log": "\(log.address)", "path": "\(kept)"])
    }
}
