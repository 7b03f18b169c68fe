import CMicroHTTPD
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
    /// The prepared replies of its thread.
    let replies: ThreadReplies
    /// The pace that ``ConnectionSweep`` has seen.
    let pace = Mutex(ConnectionPace())
    private let isOpen = Mutex(true)
    /// The memory share of the sender of its last request with a long body or answer.
    private let lastShare = Mutex<MemoryShare?>(nil)

    init(peer: PeerAddress?, socket: Int32, replies: ThreadReplies) {
        self.peer = peer
        self.socket = socket
        self.replies = replies
    }

    /// A sender's share of the memory.
    func share(of sender: RequestSender, in memory: MemoryBudget) -> MemoryShare {
        lastShare.withLock { last in
            if let last, last.sender == sender { return last }
            let share = memory.share(of: sender)
            last = share
            return share
        }
    }

    /// Its socket is about to be closed: nobody uses it from here on.
    func end() { isOpen.withLock { $0 = false } }

    /// Ends it in both directions; what the system has taken to send is still sent.
    func cut() {
        isOpen.withLock { isOpen in
            if isOpen { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Whether the client is gone. One that has sent its last may still read: it is sent an interim response (RFC 9110, 15.2), and its system
    /// says by the next time if nobody takes it.
    ///
    /// - Parameter asks: Whether the client knows interim responses.
    func hasLeft(asking asks: Bool) -> Bool {
        isOpen.withLock { isOpen in
            guard isOpen else { return true }
            var look = pollfd(fd: socket, events: Int16(shim_peer_has_finished), revents: 0)
            guard poll(&look, 1, 0) > 0 else { return false }
            if look.revents & Int16(POLLERR | POLLHUP) != 0 { return true }
            if asks { Self.interim.withUnsafeBytes { sendAtOnce($0, to: socket) } }
            return false
        }
    }

    private static let interim = Array("HTTP/1.1 102 Processing\r\n\r\n".utf8)

    /// Makes the library see the end of what the client sends, behind what has come by now, whatever the client does.
    ///
    /// - Parameter answer: Sent before, where the library has sent everything that it has.
    func endReading(answer: [UInt8] = []) {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            if !answer.isEmpty { answer.withUnsafeBytes { sendAtOnce($0, to: socket) } }
            shutdown(socket, Int32(SHUT_RD))
        }
    }
}
