import Glibc
import Testing

/// A TCP connection to a server under test that sends the given bytes and nothing else.
final class RawConnection {
    struct Refused: Error {
        let code: Int32
    }

    private let descriptor: Int32
    private var buffered: [UInt8] = []

    /// - Parameters:
    ///   - receiveBuffer: the size asked of the system, small for a client that reads slowly.
    ///   - source: the address that the connection comes from; the system's choice where there is none.
    init(port: UInt16, receiveBuffer: Int32? = nil, from source: UInt32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size)) }
        if let source { _ = Self.with(source, 0) { bind(descriptor, $0, $1) } }
        let status = Self.with(0x7F00_0001, port) { connect(descriptor, $0, $1) }
        guard status == 0 else {
            close(descriptor)
            throw Refused(code: errno)
        }
    }

    deinit { close(descriptor) }

    private static func with(_ host: UInt32, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    /// Sends all bytes; `false` when the other side has closed.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Ends the connection with a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Says that nothing more will be sent.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Everything up to the connection's end.
    func readToEnd() -> [UInt8] {
        while fill() {}
        defer { buffered = [] }
        return buffered
    }

    /// Whether the server has closed the connection, after a moment in which it could.
    func isTurnedAway() async throws -> Bool {
        try await Task.sleep(for: .milliseconds(20))
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno == ECONNRESET)
    }

    /// What comes first, at least one byte; empty when the connection ends or is reset.
    func readHead() -> [UInt8] {
        _ = fill()
        defer { buffered = [] }
        return buffered
    }

    /// The bytes up to and with `end`.
    func read(through end: String) throws -> String {
        let end = Array(end.utf8)
        while true {
            if let place = (0..<max(0, buffered.count - end.count + 1)).first(where: { buffered[$0..<$0 + end.count].elementsEqual(end) }) {
                return take(place + end.count)
            }
            try #require(fill(), "the connection ended after \(String(decoding: buffered, as: UTF8.self))")
        }
    }

    /// The next response: its head, and its body by its length or its chunks.
    func response(hasBody: Bool = true) throws -> RawResponse {
        let head = try read(through: "\r\n\r\n")
        var response = RawResponse(head: head)
        guard hasBody else { return response }
        if let length = response["content-length"].flatMap({ Int($0) }) {
            while buffered.count < length { try #require(fill(), "the body was cut") }
            response.body = Array(buffered.prefix(length))
            buffered.removeFirst(length)
        } else if response["transfer-encoding"] == "chunked" {
            response.body = try chunks()
        }
        return response
    }

    private func chunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let size = try #require(Int(try read(through: "\r\n").dropLast(1), radix: 16))
            while buffered.count < size + 2 { try #require(fill(), "a chunk was cut") }
            body += buffered.prefix(size)
            buffered.removeFirst(size + 2)
            if size == 0 { return body }
        }
    }

    private func take(_ count: Int) -> String {
        defer { buffered.removeFirst(count) }
        return String(decoding: buffered.prefix(count), as: UTF8.self)
    }

    private func fill() -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else { return false }
        buffered += piece.prefix(count)
        return true
    }
}
