import Synchronization

/// The streamed bodies that are being sent.
final class OpenStreams: Sendable {
    private let readers = Mutex<[ObjectIdentifier: StreamReader]>([:])

    var all: [StreamReader] { readers.withLock { Array($0.values) } }

    func add(_ reader: StreamReader) {
        readers.withLock { $0[ObjectIdentifier(reader)] = reader }
    }

    func remove(_ reader: StreamReader) {
        _ = readers.withLock { $0.removeValue(forKey: ObjectIdentifier(reader)) }
    }
}
