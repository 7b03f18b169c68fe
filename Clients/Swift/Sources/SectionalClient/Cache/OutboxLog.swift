import Foundation

/// The open file of an outbox, and the writes that its lines say. For one thread at a time.
struct OutboxLog {
    enum Line: Codable {
        case write(PendingWrite)
        case answered(String, WriteAnswer)
        case done(String)
    }

    /// The lines of all writes that are needed, and the file that they were taken from.
    struct Needed {
        let lines: Data
        let length: UInt64
        let emptied: Int
    }

    private let url: URL
    private let append: @Sendable (FileHandle, Data) throws -> Void
    private(set) var handle: FileHandle?
    /// The writes, as the file has them.
    var entries = OutboxEntries()
    /// The version of the snapshot that this process has written last.
    var saved: ListVersion = 0
    /// How many lines were written.
    private(set) var written = 0
    private var length: UInt64 = 0
    /// Counts how often the file was emptied or opened anew.
    private var emptied = 0
    /// The file ends within a line.
    private var isTorn = false

    init(url: URL, append: @escaping @Sendable (FileHandle, Data) throws -> Void) {
        self.url = url
        self.append = append
    }

    /// Whoever signs out may have removed the folder; then there is nothing to take down.
    mutating func isThere() throws -> Bool {
        guard FileManager.default.fileExists(atPath: url.path) else { return false }
        try open()
        return true
    }

    /// Opens the file, makes it where there is none, and reads it once.
    mutating func open() throws { _ = try opened() }

    /// Takes down a write, new or changed.
    mutating func add(_ write: PendingWrite) throws {
        try add(.write(write))
        entries.remember(write)
    }

    /// Takes down that writes are needed no more.
    mutating func end(_ keys: [String]) throws {
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

    mutating func add(_ line: Line) throws {
        let handle = try opened()
        let data = (isTorn ? Data([0x0A]) : Data()) + (try Self.text(line))
        do {
            try append(handle, data)
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

    private mutating func opened() throws -> FileHandle {
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
    static func open(_ url: URL) throws -> FileHandle {
        let descriptor = url.withUnsafeFileSystemRepresentation { path in
            path.map { Foundation.open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600) } ?? -1
        }
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSURLErrorKey: url]) }
        url.protect()
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    // MARK: Compacting

    /// - Returns: Nil where the file is no longer than that, or where most of it is needed.
    func needed(ifLongerThan longest: UInt64) throws -> Needed? {
        guard handle != nil, length > longest else { return nil }
        var lines = Data()
        for write in entries.needed { lines += try Self.text(.write(write)) }
        return UInt64(lines.count) < length / 2 ? Needed(lines: lines, length: length, emptied: emptied) : nil
    }

    /// Goes over to another file, which has the needed lines; what was appended since comes after them.
    mutating func replace(by made: FileHandle, at temporary: URL, from needed: Needed) throws {
        guard emptied == needed.emptied, !isTorn else { return }
        let tail = try Data(contentsOf: url).dropFirst(Int(needed.length))
        try made.write(contentsOf: tail)
        guard rename(temporary.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSURLErrorKey: url]) }
        handle = made
        length = UInt64(needed.lines.count + tail.count)
        written += 1
    }
}
