import CMicroHTTPD
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Closes connections slowly, where the client may still be sending.
///
/// A socket that is closed with bytes unread makes the system reset the connection, and the client may lose the response that tells
/// it why. So a second handle on the socket is kept: the response's end is announced, and what still comes is thrown away until the
/// client closes, or its time or share of bytes is used up. One thread, only while there is something to close.
final class LingeringSockets: Sendable {
    private struct Socket {
        let descriptor: Int32
        let deadline: ContinuousClock.Instant
        var bytesLeft = 64 * 1_024 * 1_024
    }

    private struct State {
        var waiting: [Socket] = []
        var isRunning = false
        var isClosed = false
    }

    private static let limit = 256
    private let state = Mutex(State())
    private let open = Atomic<Int>(0)

    /// Sockets that are not closed yet. They count with the connections: each takes one of the process's descriptors.
    var count: Int { open.load(ordering: .relaxed) }

    /// Takes over a connection that the library is about to close.
    ///
    /// - Parameter room: The most sockets that may linger; beyond it, this one is closed as it is.
    func add(duplicateOf descriptor: Int32, room: Int) {
        guard open.wrappingAdd(1, ordering: .relaxed).newValue <= min(room, Self.limit) else {
            open.wrappingSubtract(1, ordering: .relaxed)
            return
        }
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else {
            open.wrappingSubtract(1, ordering: .relaxed)
            return
        }
        shutdown(copy, Int32(SHUT_WR))
        let socket = Socket(descriptor: copy, deadline: .now + .seconds(2))
        let (isTaken, startsThread) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.waiting.append(socket)
            defer { state.isRunning = true }
            return (true, !state.isRunning)
        }
        if !isTaken { end(copy) }
        if startsThread { startThread() }
    }

    /// Ends: what lingers is closed soon.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    private func startThread() {
        var thread = pthread_t()
        // Retained for the thread; `lingeringSocketsAreDrained` takes it back.
        let retained = Unmanaged.passRetained(self)
        if pthread_create(&thread, nil, lingeringSocketsAreDrained, retained.toOpaque()) == 0 {
            pthread_detach(thread)
        } else {
            retained.takeRetainedValue().finish([])
        }
    }

    /// The thread's whole work.
    func drainAll() {
        var sockets: [Socket] = []
        while true {
            let isOver = state.withLock { state in
                sockets += state.waiting
                state.waiting = []
                if state.isClosed || sockets.isEmpty { state.isRunning = false }
                return !state.isRunning
            }
            if isOver { return finish(sockets) }
            var polls = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            poll(&polls, nfds_t(polls.count), 20)
            sockets = sockets.compactMap(drained)
        }
    }

    private func finish(_ sockets: [Socket]) {
        let waiting = state.withLock { state in
            defer { if !state.isRunning { state.waiting = [] } }
            return state.isRunning ? [] : state.waiting
        }
        for socket in sockets + waiting { end(socket.descriptor) }
    }

    /// The socket with what was there thrown away; `nil`, and closed, when it is done.
    private func drained(_ socket: Socket) -> Socket? {
        var socket = socket
        while socket.bytesLeft > 0, ContinuousClock.now < socket.deadline {
            let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) {
                shim_receive(socket.descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                socket.bytesLeft -= count
            } else if count < 0, errno == EAGAIN || errno == EINTR {
                return socket
            } else {
                break
            }
        }
        end(socket.descriptor)
        return nil
    }

    private func end(_ descriptor: Int32) {
        closeDescriptor(descriptor)
        open.wrappingSubtract(1, ordering: .relaxed)
    }
}

/// The thread of ``LingeringSockets``: takes back what its start retained.
nonisolated func lingeringSocketsAreDrained(context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<LingeringSockets>.fromOpaque(context).takeRetainedValue().drainAll()
    return nil
}
