import Foundation
import Synchronization

/// Stands between a client and a server on this machine, and does what networks do: it is slow, cuts connections, holds bytes back and
/// loses answers.
final class FaultyProxy: Sendable {
    struct Faults {
        /// The port that connections go to; 0 refuses them.
        var target: UInt16 = 0
        /// Milliseconds that bytes take each way.
        var latency = 0
        /// Bytes of an event stream after which it is cut, each time another number below this. An answer that ends within its head would end
        /// the test: FoundationNetworking traps there.
        var cutBelow: Int?
        /// Whether any answer is cut so, from its first byte on.
        var cutsAnything = false
        /// Connections of a hundred that are answered with 503.
        var unavailable = 0
        /// Methods of requests that reach the server, and whose answers are swallowed with their connections.
        var lost: Set<String> = []
        /// Whether bytes of the server are held back.
        var isStalled = false
    }

    let port: UInt16
    private let listener: Int32
    private let faults: Mutex<Faults>
    private let sockets = Mutex<Set<Int32>>([])

    init(to target: UInt16 = 0) throws {
        (listener, port) = try HTTPConnection.listen()
        faults = Mutex(Faults(target: target))
        Thread.detachNewThread { [weak self, listener] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0, let self else { return }
                Thread.detachNewThread { self.serve(socket) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    func change(_ body: (inout Faults) -> Void) { faults.withLock { body(&$0) } }

    /// Cuts every connection that is open.
    func cutAll() {
        sockets.withLock { open in
            for socket in open { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    private func serve(_ client: Int32) {
        let now = faults.withLock { $0 }
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard now.target != 0, withLoopback(port: now.target, { connect(server, $0, $1) }) == 0 else {
            close(client)
            close(server)
            return
        }
        if Int.random(in: 0..<100) < now.unavailable {
            let answer = Array("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
            var head = [UInt8](repeating: 0, count: 1 << 14)
            _ = recv(client, &head, head.count, 0)
            _ = send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
            close(client)
            close(server)
            return
        }
        sockets.withLock { $0.formUnion([client, server]) }
        let swallows = Atomic<Bool>(false)
        let isStream = Atomic<Bool>(false)
        let group = DispatchGroup()
        Thread.detachNewThread(in: group) { [self] in
            pump(from: client, to: server) { bytes in
                if String(decoding: bytes.prefix(200), as: UTF8.self).contains("/events?") {
                    isStream.store(true, ordering: .sequentiallyConsistent)
                }
                self.faults.withLock { faults in
                    guard faults.lost.contains(where: { bytes.starts(with: Array("\($0) ".utf8)) }) else { return }
                    swallows.store(true, ordering: .sequentiallyConsistent)
                }
                return true
            }
        }
        // The head of an answer is shorter.
        var left = now.cutBelow.map { (now.cutsAnything ? 0 : 2_000) + Int.random(in: 1..<$0) }
        pump(from: server, to: client) { [self] bytes in
            while faults.withLock({ $0.isStalled }) { usleep(5_000) }
            if swallows.load(ordering: .sequentiallyConsistent) { return false }
            guard now.cutsAnything || isStream.load(ordering: .sequentiallyConsistent), let room = left else { return true }
            if bytes.count >= room { bytes.removeSubrange(room...) }
            left = room - bytes.count
            return true
        } isDone: {
            left == 0
        }
        group.wait()
        sockets.withLock { $0.subtract([client, server]) }
        close(client)
        close(server)
    }

    /// Carries bytes until one side ends, then ends both.
    private func pump(from source: Int32, to sink: Int32, _ look: (inout [UInt8]) -> Bool, isDone: () -> Bool = { false }) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            let latency = faults.withLock { $0.latency }
            if latency > 0 { usleep(UInt32(latency) * 1_000) }
            var bytes = Array(buffer[..<count])
            guard look(&bytes) else { break }
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { send(sink, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard sent > 0 else { break }
                rest = rest.dropFirst(sent)
            }
            guard rest.isEmpty, !isDone() else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(sink, Int32(SHUT_RDWR))
    }
}
