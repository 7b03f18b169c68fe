import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The streamed bodies that are being sent.
final class OpenStreams: Sendable {
    private struct State {
        var readers: [ObjectIdentifier: StreamReader] = [:]
        var threads: [pthread_t: StreamThread] = [:]
    }

    private let state = Mutex(State())

    var all: [StreamReader] { state.withLock { Array($0.readers.values) } }

    /// The stream thread of the thread that asks, which is one of the library's.
    var currentThread: StreamThread {
        let id = pthread_self()
        return state.withLock { state in
            if let thread = state.threads[id] { return thread }
            let thread = StreamThread()
            state.threads[id] = thread
            return thread
        }
    }

    func add(_ reader: StreamReader) {
        state.withLock { $0.readers[ObjectIdentifier(reader)] = reader }
    }

    func remove(_ reader: StreamReader) {
        _ = state.withLock { $0.readers.removeValue(forKey: ObjectIdentifier(reader)) }
    }
}
