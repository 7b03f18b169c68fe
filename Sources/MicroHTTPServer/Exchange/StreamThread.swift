import Synchronization

/// Resumes the streams of one of the library's threads, many at a time.
///
/// Each time that something is resumed, a thread of libmicrohttpd 0.9.75 wakes and looks through all of its suspended connections. So where
/// thousands of streams have news at once, other threads resume one of them. While the thread has not come to that one, the others gather here, and the
/// thread resumes them itself: it wakes once, and looks through its connections a few times.
final class StreamThread: Sendable {
    private struct State {
        /// Streams that are to be resumed.
        var ready: [StreamReader] = []
        /// Whether the thread is sure to come here: a stream was resumed, and its read or its end is still to come.
        var isComing = false
    }

    private let state = Mutex(State())

    /// Has a stream resumed that is suspended; from any thread.
    func resume(_ reader: StreamReader) {
        let isFirst = state.withLock { state in
            guard !state.isComing else {
                state.ready.append(reader)
                return false
            }
            state.isComing = true
            return true
        }
        if isFirst { reader.resumeConnection() }
    }

    /// Resumes the streams that wait for it. Called by the thread itself, at each read of a stream and at its end.
    func resumeReady() {
        let ready = state.withLock { state -> [StreamReader] in
            state.isComing = !state.ready.isEmpty
            guard state.isComing else { return [] }
            defer { state.ready = [] }
            return state.ready
        }
        for reader in ready { reader.resumeConnection() }
    }
}
