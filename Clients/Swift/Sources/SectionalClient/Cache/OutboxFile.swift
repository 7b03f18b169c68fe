import Foundation

/// The writes of a list, on disk: a line each, a line for each answer, and a line for each that is needed no more.
///
/// From every start on a row shows the value of the newest write that the app was told is kept, until a version that has it is shown. The line of
/// ``append(_:)`` carries the value until the answer, that of ``answered(_:_:)`` until a snapshot on disk has the answer's version; only a later
/// answered update of the item takes its place before. The answer carries the revision as long: what is written then goes over it.
///
/// A line is in the system's hands when ``append(_:)`` returns, so it survives the app; it is on the disk after ``synchronize()``. All
/// providers of a list in a process use one ``shared(at:)``: each may take over what another has left, and nothing is dropped before it is
/// answered. Called from any thread. `snapshots` and `synchronized` order those that wait for the disk; each is taken before `log`.
final class OutboxFile: Sendable {
    /// The operations on the disk, which may fail.
    struct Disk: Sendable {
        var append: @Sendable (FileHandle, Data) throws -> Void = { try $0.write(contentsOf: $1) }
        var synchronize: @Sendable (FileHandle) throws -> Void = { try $0.synchronize() }
    }

    /// Bytes from which on a file is written anew, when most of it is needed no more.
    static let longest: UInt64 = 256 * 1024

    private let url: URL
    private let disk: Disk
    private let log: Locked<OutboxLog>
    private let snapshots = Locked(())
    /// How many of the written lines are on the disk.
    private let synchronized = Locked(0)

    init(url: URL, disk: Disk = Disk()) {
        self.url = url
        self.disk = disk
        log = Locked(OutboxLog(url: url, append: disk.append))
    }

    /// The writes that have no answer, in order. A last line that was cut off by a crash is left out: its write was never sent.
    ///
    /// - Parameter known: Keys that the caller has; they are left out. The others count as the caller's from now on.
    func read(except known: Set<String> = []) -> [PendingWrite] {
        log.withLock { log in
            guard (try? log.isThere()) == true else { return [] }
            let left = log.entries.needed.filter { $0.answer == nil && !known.contains($0.key) }
            for write in left { log.entries.use(write.key) }
            return left
        }
    }

    /// The writes that have no answer, in order, for somebody who only looks.
    func waiting() -> [PendingWrite] {
        log.withLock { log in
            guard (try? log.isThere()) == true else { return [] }
            return log.entries.needed.filter { $0.answer == nil }
        }
    }

    /// The writes whose answers are here, and whose values no snapshot has, in order.
    func answered() -> [PendingWrite] {
        log.withLock { log in
            guard (try? log.isThere()) == true else { return [] }
            return log.entries.needed.filter { $0.answer != nil }
        }
    }

    /// Takes a new write of the caller.
    func append(_ write: PendingWrite) throws {
        try log.withLock { log in
            try log.add(write)
            log.entries.use(write.key)
        }
    }

    /// Takes down that a write is about to be sent. Nothing is written where that is known already.
    ///
    /// - Returns: The write as it is sent: as it was the first time, whoever sent it, for its key stands for that request.
    func sent(_ write: PendingWrite) throws -> PendingWrite {
        try log.withLock { log in
            try log.open()
            if let first = log.entries[write.key], first.isSent { return first }
            try log.add(write)
            return write
        }
    }

    /// Takes down that a write that waits is another request from now on.
    ///
    /// - Returns: False where somebody may have sent it as it was.
    func merge(_ write: PendingWrite) throws -> Bool {
        try log.withLock { log in
            guard try log.isThere(), log.entries.mayChange(write.key) else { return false }
            try log.add(write)
            return true
        }
    }

    /// Takes down another request for a write that was refused.
    func change(_ write: PendingWrite) throws {
        try log.withLock { try $0.add(write) }
    }

    /// A write is refused, or was a tap. The file is emptied when nothing in it is needed any more.
    func done(_ key: String) throws {
        try log.withLock { log in
            guard try log.isThere() else { return }
            log.entries.release(key)
            if log.entries.isNeeded(key) { try log.end([key]) }
        }
    }

    /// A write has its answer, which is kept until a snapshot has what it made.
    func answered(_ key: String, _ answer: WriteAnswer) throws {
        try log.withLock { log in
            guard try log.isThere() else { return }
            log.entries.release(key)
            guard log.entries.isNeeded(key), let write = log.entries[key], write.answer == nil else { return }
            // A deletion or a move makes no revision, and is to be seen until a snapshot has it.
            guard !answer.made.isEmpty || !write.conditions.isEmpty || write.placesItems || write.editsSections else {
                return try log.end([key])
            }
            let earlier = log.entries.replaced(by: write)
            var answer = answer
            // One made over the other: together they lead from the first one's base to the last revision.
            for made in earlier.compactMap({ log.entries[$0]?.answer?.made.first }) {
                guard let base = answer.made.first?.base, made.revision >= base else { continue }
                answer.made[0].base = min(base, made.base)
            }
            log.entries.answer(key, answer)
            guard answer.version > log.saved || log.entries.isWaitedFor(answer) else { return try log.end(earlier + [key]) }
            try log.add(.answered(key, answer))
            try log.end(earlier)
        }
    }

    /// Replaces a snapshot, unless a newer one was written. Answers that it has are forgotten once it is there. Blocks the thread.
    ///
    /// - Parameter write: Writes the snapshot, or removes the one that is there.
    func keepSnapshot(at version: ListVersion, _ write: () throws -> Void) throws {
        try snapshots.withLock { _ in
            guard log.withLock({ version >= $0.saved }) else { return }
            try write()
            try log.withLock { log in
                if try log.isThere() { try log.end(log.entries.settled(at: version)) }
                log.saved = version
            }
        }
    }

    /// The list has begun anew: its snapshot and all answers are those of another.
    func forgetAnswers() throws {
        try log.withLock { log in
            log.saved = 0
            if try log.isThere() { try log.end(log.entries.needed.filter { $0.answer != nil }.map(\.key)) }
        }
    }

    /// Waits until all lines are on the disk. Blocks the thread, not those that append meanwhile.
    func synchronize() throws {
        try synchronized.withLock { synchronized in
            // Without it the file is longer than it need be.
            try? compact()
            let (handle, lines) = log.withLock { ($0.handle, $0.written) }
            guard let handle, lines > synchronized else { return }
            try disk.synchronize(handle)
            synchronized = lines
        }
    }

    /// Writes the file anew where most of it is needed no more; what is appended meanwhile goes over too.
    private func compact() throws {
        guard let kept = try log.withLock({ try $0.needed(ifLongerThan: Self.longest) }) else { return }
        let temporary = url.appendingPathExtension("new")
        try? FileManager.default.removeItem(at: temporary)
        let made = try OutboxLog.open(temporary)
        try made.write(contentsOf: kept.lines)
        try disk.synchronize(made)
        try log.withLock { try $0.replace(by: made, at: temporary, from: kept) }
    }
}
