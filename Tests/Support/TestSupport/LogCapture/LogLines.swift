import Synchronization

/// The lines of bytes that were written to a log.
package final class LogLines: Sendable {
    private let text = Mutex("")

    package init() {}

    package var all: [String] { text.withLock { $0.split(separator: "\n").map(String.init) } }

    package func add(_ bytes: UnsafeRawBufferPointer) {
        let added = String(decoding: bytes, as: UTF8.self)
        text.withLock { $0 += added }
    }
}
