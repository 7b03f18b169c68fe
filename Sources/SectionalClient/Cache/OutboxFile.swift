import Foundation

/// The writes that the server has not answered, on disk: a line each, and a line for each that is done.
///
/// A line is in the system's hands when ``append(_:)`` returns, so it survives the app; it is on the disk after ``synchronize()``.
/// `@unchecked`: the lock guards the handle.
final class OutboxFile: @unchecked Sendable {
    private enum Line: Codable {
        case write(PendingWrite)
        case done(String)
    }

    private let url: URL
    private let lock = NSLock()
    private var handle: FileHandle?

    init(url: URL) { self.url = url }

    /// The writes that are not done, in order. A last line that was cut off by a crash is left out: its write was never sent.
    func read() -> [PendingWrite] {
        lock.withLock {
            guard let data = try? Data(contentsOf: url) else { return [] }
            var writes: [PendingWrite] = []
            for line in data.split(separator: 0x0A) {
                switch try? JSONDecoder().decode(Line.self, from: line) {
                case .write(let write)?:
                    // What is written again takes the place of what it was.
                    if let index = writes.firstIndex(where: { $0.key == write.key }) { writes[index] = write } else { writes.append(write) }
                case .done(let key)?: writes.removeAll { $0.key == key }
                case nil: break
                }
            }
            return writes
        }
    }

    func append(_ write: PendingWrite) throws { try add(.write(write)) }

    func done(_ key: String) throws { try add(.done(key)) }

    /// Waits until all lines are on the disk.
    func synchronize() throws { try lock.withLock { try handle?.synchronize() } }

    /// Empties the file: nothing in it is needed any more.
    func clear() throws {
        try lock.withLock {
            let handle = try open()
            try handle.truncate(atOffset: 0)
            try handle.synchronize()
        }
    }

    private func add(_ line: Line) throws {
        var data = try JSONEncoder().encode(line)
        data.append(0x0A)
        try lock.withLock { try open().write(contentsOf: data) }
    }

    private func open() throws -> FileHandle {
        if let handle { return handle }
        let manager = FileManager.default
        try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        if !manager.fileExists(atPath: url.path) {
            // Only for its owner: it holds what somebody wrote.
            _ = manager.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        let made = try FileHandle(forWritingTo: url)
        let end = try made.seekToEnd()
        if end > 0 {
            // After a line that was cut off.
            try made.write(contentsOf: Data([0x0A]))
        }
        handle = made
        return made
    }
}
