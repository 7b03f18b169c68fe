import HTTPServing
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Wakes every thread of the library, so that each handles the events that it holds.
///
/// A thread of libmicrohttpd 0.9.75 takes at most 128 events at once from epoll. After exactly 128 it asks epoll for more before it
/// handles any, and waits for them as long as a thread without work does: those 128 connections are not served until another event comes to
/// that thread. A new connection is such an event for all threads. The waker makes one to the listening socket, and the server refuses it
/// where it arrives. All methods may be called from any thread.
final class ThreadWaker: Sendable {
    /// The events that the library takes at once: with fewer connections open, no thread can hold so many.
    static let leastConnections = 128

    private struct State {
        /// The address on which the server listens; `nil` before it does.
        var target: SocketAddress?
        /// The newest connection. It stays open until the next, so that no client gets its port meanwhile.
        var descriptor: Int32 = -1
        var port: UInt16 = 0
    }

    private let state = Mutex(State())

    deinit { stop() }

    /// - Parameter descriptor: The listening socket.
    func start(listening descriptor: Int32) {
        let target = SocketAddress(of: descriptor)?.reachable
        state.withLock { $0.target = target }
    }

    /// Closes the newest connection and makes no more.
    func stop() {
        state.withLock { state in
            if state.descriptor >= 0 { close(state.descriptor) }
            state = State()
        }
    }

    /// Makes a connection, without waiting for it; none where the system has no descriptor left.
    func wake() {
        state.withLock { state in
            guard let target = state.target else { return }
            let descriptor = openSocket(family: Int32(target.family))
            guard descriptor >= 0 else { return }
            // Ends with a reset: no socket stays behind in TIME_WAIT.
            var lingering = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
            guard target.with(port: 0).withPointer({ bind(descriptor, $0, $1) }) == 0, let own = SocketAddress(of: descriptor) else {
                close(descriptor)
                return
            }
            let last = state.descriptor
            state.descriptor = descriptor
            state.port = own.port
            if last >= 0 { close(last) }
            _ = target.withPointer { connect(descriptor, $0, $1) }
        }
    }

    /// Whether a connection that arrives is the waker's.
    func isOwn(_ address: UnsafePointer<sockaddr>?) -> Bool {
        guard let address, let client = SocketAddress(address) else { return false }
        return state.withLock { state in
            state.descriptor >= 0 && client.port == state.port && state.target.map { $0.hasHost(of: client) } ?? false
        }
    }
}
