import HTTPServing
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One client's connection, from its acceptance until its socket is closed.
final class Connection: Sendable {
    /// `nil` where the library has no address of a known family.
    let peer: PeerAddress?
    let socket: Int32
    let progress = ConnectionProgress()
    /// The headers of its current request.
    let headers = HeaderTable()
    /// Those of the thread that it belongs to.
    let replies: ThreadReplies
    /// What ``ConnectionSweep`` has seen of it.
    let pace = Mutex(ConnectionPace())
    private let isOpen = Mutex(true)

    init(peer: PeerAddress?, socket: Int32, replies: ThreadReplies) {
        self.peer = peer
        self.socket = socket
        self.replies = replies
    }

    /// Its socket is about to be closed: nobody uses it from here on.
    func end() { isOpen.withLock { $0 = false } }

    /// Ends it in both directions; what the system has taken to send is still sent.
    func cut() {
        isOpen.withLock { isOpen in
            if isOpen { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Makes the library see the end of what the client sends, behind what has come by now, whatever the client does.
    ///
    /// - Parameter answer: Sent before, where the library has sent everything that it has.
    func endReading(answer: StaticString? = nil) {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            if let answer {
                sendAtOnce(UnsafeRawBufferPointer(start: answer.utf8Start, count: answer.utf8CodeUnitCount), to: socket)
            }
            shutdown(socket, Int32(SHUT_RD))
        }
    }
}
