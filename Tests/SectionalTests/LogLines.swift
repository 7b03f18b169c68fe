import Synchronization

/// What was written to a log.
final class LogLines: Sendable {
    private let text = Mutex("")

    var all: [String] { text.withLock { $0.split(separator: "\n").map(String.init) } }

    func add(_ bytes: UnsafeRawBufferPointer) {
        let added = String(decoding: bytes, as: UTF8.self)
        text.withLock { $0 += added }
    }
}
