import Commands
import Logging
import PostgresLog
import Ports
import SQLiteStore

/// Holds a server's database against its log, also while the server runs: over a copy of the database, and one of the log's bases.
struct LogComparison {
    let log: PostgresLog
    let path: String

    /// - Parameter report: Called with each thing that is wrong, in one line.
    /// - Returns: The entry that the database is as of.
    func run(report: (String) -> Void) throws(CommandFailure) -> LogPosition {
        do {
            return try compare(report)
        } catch {
            throw CommandFailure(following: path, error)
        }
    }

    private func compare(_ report: (String) -> Void) throws -> LogPosition {
        let copy = try StagedFile(path: path)
        try SQLiteListStore.backUp(path, to: copy.stagingPath)
        guard let check = try ReplicaCheck(ofCopy: copy.stagingPath) else { throw CommandFailure(message: "\(path) follows no log") }
        guard try check.history == log.history() else { throw CommandFailure(message: "\(path) follows another log") }
        try log.faults().forEach(report)
        guard try log.goesOn(from: check.position) else {
            report("the log does not go on from entry \(check.position), the last of this database")
            return check.position
        }
        let base = try StagedFile(path: path)
        let start = try load(into: base, upTo: check.position)
        try check.differences(from: base.stagingPath, at: start) { try log.read(after: $0) }.forEach(report)
        return check.position
    }

    /// Loads the newest base that is not newer than an entry.
    private func load(into file: StagedFile, upTo position: LogPosition) throws -> LogPosition {
        guard let base = try log.newestBase(upTo: position.number) else {
            guard try log.goesOn(from: .beginning) else {
                throw CommandFailure(message: "the log has no base as old as \(path); start its server, and check again")
            }
            return .beginning
        }
        try log.read(base) { chunk in
            if let error = chunk.withUnsafeBytes({ Descriptor.write($0, to: file.descriptor).error }) {
                throw CommandFailure(message: "can't write beside \(path): \(Descriptor.words(error))")
            }
        }
        return base.position
    }
}
