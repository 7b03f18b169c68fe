import Foundation
import Synchronization

/// Stands between a log and its PostgreSQL, and loses questions or answers.
final class PostgresProxy: Sendable {
    enum Fault {
        /// Cuts a connection as soon as the client sends.
        case losesQuestions
        /// Passes on what the client sends, and cuts the connection as soon as PostgreSQL answers.
        case losesAnswers
        /// Passes on what the client sends, and holds back what PostgreSQL answers.
        case stalls
        /// Says the number of another process, as a connection pooler does.
        case pools
    }

    let port: UInt16
    private let listener: Int32
    private let target: UInt16
    private let fault = Mutex<Fault?>(nil)

    init(to target: UInt16) throws {
        self.target = target
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var bound = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = Self.withLoopback(port: 0) { bind(listener, $0, $1) } == 0
        let hasName = withUnsafeMutablePointer(to: &bound) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) } == 0
        }
        self.listener = listener
        guard isBound, hasName, listen(listener, 16) == 0 else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: bound.sin_port)
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { return }
                Thread.detachNewThread { self.serve(client) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    func set(_ fault: Fault?) { self.fault.withLock { $0 = fault } }

    private func serve(_ client: Int32) {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.withLoopback(port: target, { connect(server, $0, $1) }) == 0 else {
            close(client)
            close(server)
            return
        }
        let group = DispatchGroup()
        group.enter()
        Thread.detachNewThread { [self] in
            pump(from: client, to: server) { _ in fault.withLock { $0 } != .losesQuestions }
            group.leave()
        }
        pump(from: server, to: client) { bytes in
            while fault.withLock({ $0 }) == .stalls { usleep(2_000) }
            // The process's number comes once, in a message of its own.
            if fault.withLock({ $0 }) == .pools, let start = Self.processMessage(in: bytes) { bytes[start + 8] ^= 1 }
            return fault.withLock { $0 } != .losesAnswers
        }
        group.wait()
        close(client)
        close(server)
    }

    /// Carries bytes until one side ends or a look at them says so, then ends both.
    private func pump(from source: Int32, to sink: Int32, _ look: (inout [UInt8]) -> Bool) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            var bytes = Array(buffer[..<count])
            guard look(&bytes) else { break }
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { send(sink, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard sent > 0 else { break }
                rest = rest.dropFirst(sent)
            }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(sink, Int32(SHUT_RDWR))
    }

    private static func processMessage(in bytes: [UInt8]) -> Int? {
        let head: [UInt8] = [UInt8(ascii: "K"), 0, 0, 0, 12]
        return bytes.indices.first { bytes[$0...].starts(with: head) && bytes.count >= $0 + 13 }
    }

    private static func withLoopback<Value>(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }
}
