import Foundation

/// The writes that the server has not answered, on disk: a line each, and a line for each that is done.
///
/// A line is in the system's hands when ``append(_:)`` returns, so it survives the app; it is on the disk after ``synchronize()``. All
/// providers of a list in a process use one ``shared(at:)``: each may take over what another has left, and nothing is dropped before it is
/// answered. `@unchecked`: `lock` guards what changes; `diskLock`, taken before it, orders those that wait for the disk.
final class OutboxFile: @unchecked Sendable {
    private enum Line: Codable {
        case write(PendingWrite)
        case done(String)
    }

    private struct Entry {
        var write: PendingWrite
        var isDone = false
        /// Providers that have it in their queues. A write that is done is remembered as it was sent until the last has its answer.
        var users = 0
    }

    /// What is asked of the disk, and may fail.
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
    private var handle: FileHandle?
    private var entries: [String: Entry] = [:]
    /// The keys of the entries, in the order of writing.
    private var order: [String] = []
    private var length: UInt64 = 0
    /// Counts how often the file was emptied or opened anew.
    private var emptied = 0
    /// The file ends within a line.
    private var isTorn = false
    /// Lines that were written, and how many of them are on the disk.
    private var written = 0
    private var synchronized = 0

    init(url: URL, disk: Disk = Disk()) {
        self.url = url
        self.disk = disk
    }

    /// The writes that are not done, in order. A last line that was cut off by a crash is left out: its write was never sent.
    ///
    /// - Parameter known: Keys that the caller has; they are left out. The others count as the caller's from now on.
    func read(except known: Set<String> = []) -> [PendingWrite] {
        lock.withLock {
            guard FileManager.default.fileExists(atPath: url.path), (try? opened()) != nil else { return [] }
            return order.compactMap { key in
                guard let entry = entries[key], !entry.isDone, !known.contains(key) else { return nil }
                entries[key]?.users += 1
                return entry.write
            }
        }
    }

    /// Takes a new write of the caller.
    func append(_ write: PendingWrite) throws {
        try lock.withLock {
            try add(.write(write))
            remember(write)
            entries[write.key]?.users += 1
        }
    }

    /// Takes down that a write is about to be sent. Nothing is written where that is known already.
    ///
    /// - Returns: The write as it is sent: as it was the first time, whoever sent it, for its key stands for that request.
    func sent(_ write: PendingWrite) throws -> PendingWrite {
        try lock.withLock {
            _ = try opened()
            if let first = entries[write.key]?.write, first.isSent {
                var same = write
                same.condition = first.condition
                return same
            }
            try add(.write(write))
            remember(write)
            return write
        }
    }

    /// A write has its answer. The file is emptied when nothing in it is needed any more.
    func done(_ key: String) throws {
        try lock.withLock {
            let handle = try opened()
            guard var entry = entries[key] else { return }
            let isNews = !entry.isDone
            entry.isDone = true
            entry.write.body = nil
            entry.users = max(0, entry.users - 1)
            entries[key] = entry.users == 0 ? nil : entry
            if entry.users == 0 { order.removeAll { $0 == key } }
            guard isNews else { return }
            if entries.values.allSatisfy(\.isDone) {
                // Not synchronized: what comes back after a crash is sent again, and done once.
                try handle.truncate(atOffset: 0)
                (length, isTorn) = (0, false)
                emptied += 1
            } else {
                try add(.done(key))
            }
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

    private func remember(_ write: PendingWrite) {
        if entries[write.key] == nil {
            entries[write.key] = Entry(write: write)
            order.append(write.key)
        } else {
            entries[write.key]?.write = write
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
        // Whoever signs out may remove the folder.
        if let handle, manager.fileExists(atPath: url.path) { return handle }
        try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        let made = try Self.open(url)
        let data = try Data(contentsOf: url)
        (entries, order) = ([:], [])
        for line in data.split(separator: 0x0A) {
            switch try? JSONDecoder().decode(Line.self, from: line) {
            case .write(let write)?: remember(write)
            case .done(let key)?:
                entries[key] = nil
                order.removeAll { $0 == key }
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
            for key in order {
                if let entry = entries[key], !entry.isDone { lines += try Self.text(.write(entry.write)) }
            }
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

extension OutboxFile {
    /// The files of this process that somebody uses, by their paths. `@unchecked`: the lock guards them.
    private final class Registry: @unchecked Sendable {
        private let lock = NSLock()
        private var files: [String: Weak] = [:]

        private struct Weak {
            weak var file: OutboxFile?
        }

        func file(at url: URL) -> OutboxFile {
            lock.withLock {
                let path = url.standardizedFileURL.path
                if let file = files[path]?.file { return file }
                let file = OutboxFile(url: url)
                files = files.filter { $0.value.file != nil }
                files[path] = Weak(file: file)
                return file
            }
        }
    }

    private static let registry = Registry()

    /// The one file at a URL, as long as anybody uses it.
    static func shared(at url: URL) -> OutboxFile { registry.file(at: url) }
}
