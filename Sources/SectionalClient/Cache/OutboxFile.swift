import Foundation

/// The writes of a list, on disk: a line each, a line for each answer, and a line for each that is needed no more.
///
/// A write is needed until it is refused, or until a snapshot on disk has what it made: an app that is killed before then finds its value and
/// revision here. A line is in the system's hands when ``append(_:)`` returns, so it survives the app; it is on the disk after ``synchronize()``. All
/// providers of a list in a process use one ``shared(at:)``: each may take over what another has left, and nothing is dropped before it is
/// answered. `@unchecked`: `lock` guards what changes; `diskLock`, taken before it, orders those that wait for the disk.
final class OutboxFile: @unchecked Sendable {
    private enum Line: Codable {
        case write(PendingWrite)
        case answered(String, WriteAnswer)
        case done(String)
    }

    /// The operations on the disk, which may fail.
    struct Disk: Sendable {
        var append: @Sendable (FileHandle, Data) throws -> Void = { try $0.write(contentsOf: $1) }
        var synchronize: @Sendable (FileHandle) throws -> Void = { try $0.synchronize() }
    }

    /// Bytes from which on a file is written anew, when most of it is needed no more.
    static let longest = 256 * 1024

    private let url: URL
    private let disk: Disk
    private let lock = NSLock()
    private let diskLock = NSLock()
    private let snapshotLock = NSLock()
    private var handle: FileHandle?
    private var entries = OutboxEntries()
    private var length: UInt64 = 0
    /// Counts how often the file was emptied or opened anew.
    private var emptied = 0
    /// The file ends within a line.
    private var isTorn = false
    /// Lines that were written, and how many of them are on the disk.
    private var written = 0
    private var synchronized = 0
    /// The version of the snapshot that this process has written last.
    private var saved: ListVersion = 0

    init(url: URL, disk: Disk = Disk()) {
        self.url = url
        self.disk = disk
    }

    /// The writes that have no answer, in order. A last line that was cut off by a crash is left out: its write was never sent.
    ///
    /// - Parameter known: Keys that the caller has; they are left out. The others count as the caller's from now on.
    func read(except known: Set<String> = []) -> [PendingWrite] {
        lock.withLock {
            guard FileManager.default.fileExists(atPath: url.path), (try? opened()) != nil else { return [] }
            let left = entries.needed.filter { $0.answer == nil && !known.contains($0.key) }
            for write in left { entries.use(write.key) }
            return left
        }
    }

    /// The writes whose answers are here, and whose values no snapshot has, in order.
    func answered() -> [PendingWrite] {
        lock.withLock {
            guard FileManager.default.fileExists(atPath: url.path), (try? opened()) != nil else { return [] }
            return entries.needed.filter { $0.answer != nil }
        }
    }

    /// Takes a new write of the caller.
    func append(_ write: PendingWrite) throws {
        try lock.withLock {
            try add(.write(write))
            entries.remember(write)
            entries.use(write.key)
        }
    }

    /// Takes down that a write is about to be sent. Nothing is written where that is known already.
    ///
    /// - Returns: The write as it is sent: as it was the first time, whoever sent it, for its key stands for that request.
    func sent(_ write: PendingWrite) throws -> PendingWrite {
        try lock.withLock {
            _ = try opened()
            if let first = entries[write.key], first.isSent { return first }
            try add(.write(write))
            entries.remember(write)
            return write
        }
    }

    /// Takes down another request for a write that was refused.
    func change(_ write: PendingWrite) throws {
        try lock.withLock {
            _ = try opened()
            try add(.write(write))
            entries.remember(write)
        }
    }

    /// A write is refused, or was a tap. The file is emptied when nothing in it is needed any more.
    func done(_ key: String) throws {
        try lock.withLock {
            guard try isThere() else { return }
            entries.release(key)
            if entries.isNeeded(key) { try end([key]) }
        }
    }

    /// A write has its answer, which is kept until a snapshot has what it made.
    func answered(_ key: String, _ answer: WriteAnswer) throws {
        try lock.withLock {
            guard try isThere() else { return }
            entries.release(key)
            guard entries.isNeeded(key), let write = entries[key], write.answer == nil else { return }
            guard !answer.made.isEmpty else { return try end([key]) }
            let earlier = entries.replaced(by: write)
            var answer = answer
            // One made over the other: together they lead from the first one's base to the last revision.
            for made in earlier.compactMap({ entries[$0]?.answer?.made.first }) where made.revision >= answer.made[0].base {
                answer.made[0].base = min(answer.made[0].base, made.base)
            }
            entries.answer(key, answer)
            guard answer.version > saved || entries.isWaitedFor(answer) else { return try end(earlier + [key]) }
            try add(.answered(key, answer))
            try end(earlier)
        }
    }

    /// Replaces a snapshot, unless a newer one was written. Answers that it has are forgotten once it is there. Blocks the thread.
    ///
    /// - Parameter write: Writes the snapshot, or removes the one that is there.
    func keepSnapshot(at version: ListVersion, _ write: () throws -> Void) throws {
        try snapshotLock.withLock {
            guard lock.withLock({ version >= saved }) else { return }
            try write()
            try settle(at: version)
            lock.withLock { saved = version }
        }
    }

    private func settle(at version: ListVersion) throws {
        try lock.withLock {
            if try isThere() { try end(entries.settled(at: version)) }
        }
    }

    /// The list has begun anew: its snapshot and all answers are those of another.
    func forgetAnswers() throws {
        try lock.withLock {
            saved = 0
            if try isThere() { try end(entries.needed.filter { $0.answer != nil }.map(\.key)) }
        }
    }

    /// Waits until all lines are on the disk. Blocks the thread, not those that append meanwhile.
    func synchronize() throws {
        try diskLock.withLock {
            // Without it the file is longer than it need be.
            try? compact()
            let (handle, lines) = lock.withLock { (self.handle, written) }
            guard let handle, lines > synchronized else { return }
            try disk.synchronize(handle)
            synchronized = lines
        }
    }

    // MARK: Lines

    /// Whoever signs out may have removed the folder; then there is nothing to take down.
    private func isThere() throws -> Bool {
        guard FileManager.default.fileExists(atPath: url.path) else { return false }
        _ = try opened()
        return true
    }

    /// Takes down that writes are needed no more.
    private func end(_ keys: [String]) throws {
        guard !keys.isEmpty else { return }
        entries.end(keys)
        if entries.isDone, let handle {
            // Not synchronized: what comes back after a crash is sent again, and done once.
            try handle.truncate(atOffset: 0)
            (length, isTorn) = (0, false)
            emptied += 1
        } else {
            for key in keys { try add(.done(key)) }
        }
    }

    private func add(_ line: Line) throws {
        let handle = try opened()
        let data = (isTorn ? Data([0x0A]) : Data()) + (try Self.text(line))
        do {
            try disk.append(handle, data)
        } catch {
            // A part of the line would swallow the next.
            isTorn = (try? handle.truncate(atOffset: length)) == nil || isTorn
            throw error
        }
        isTorn = false
        length += UInt64(data.count)
        written += 1
    }

    private static func text(_ line: Line) throws -> Data {
        var data = try JSONEncoder().encode(line)
        data.append(0x0A)
        return data
    }

    /// The open file, once what is in it was read.
    private func opened() throws -> FileHandle {
        let manager = FileManager.default
        if let handle, manager.fileExists(atPath: url.path) { return handle }
        try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        let made = try Self.open(url)
        let data = try Data(contentsOf: url)
        entries = OutboxEntries()
        for line in data.split(separator: 0x0A) {
            switch try? JSONDecoder().decode(Line.self, from: line) {
            case .write(let write)?: entries.remember(write)
            case .answered(let key, let answer)?: entries.answer(key, answer)
            case .done(let key)?: entries.end([key])
            case nil: break
            }
        }
        (length, isTorn) = (UInt64(data.count), data.last.map { $0 != 0x0A } ?? false)
        handle = made
        emptied += 1
        return made
    }

    /// Opens a file for writing at its end. It is only for its owner: it holds what somebody wrote.
    private static func open(_ url: URL) throws -> FileHandle {
        let descriptor = url.withUnsafeFileSystemRepresentation { path in
            path.map { Foundation.open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600) } ?? -1
        }
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSURLErrorKey: url]) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    // MARK: Compacting

    /// Writes the file anew where most of it is needed no more; what is appended meanwhile goes over too.
    private func compact() throws {
        let kept: (lines: Data, length: UInt64, emptied: Int)? = try lock.withLock {
            guard handle != nil, length > Self.longest else { return nil }
            var lines = Data()
            for write in entries.needed { lines += try Self.text(.write(write)) }
            return UInt64(lines.count) < length / 2 ? (lines, length, emptied) : nil
        }
        guard let kept else { return }
        let temporary = url.appendingPathExtension("new")
        try? FileManager.default.removeItem(at: temporary)
        let made = try Self.open(temporary)
        try made.write(contentsOf: kept.lines)
        try disk.synchronize(made)
        try lock.withLock {
            guard emptied == kept.emptied, !isTorn else { return }
            let tail = try Data(contentsOf: url).dropFirst(Int(kept.length))
            try made.write(contentsOf: tail)
            guard rename(temporary.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSURLErrorKey: url]) }
            handle = made
            length = UInt64(kept.lines.count + tail.count)
            written += 1
        }
    }
}
