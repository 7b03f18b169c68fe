import Foundation
import Glibc
import Lists

/// Bytes sent on a connection of their own, and the one response read back strictly.
///
/// The connection's sending half is closed behind the bytes, so that a request which promises more ends, too.
struct RawExchange {
    /// A response, as RFC 9112 wants it; what is not throws.
    struct Reply {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]
    }

    /// `nil` where the server closes the connection without a word.
    let reply: Reply?

    init(_ bytes: [UInt8], to port: UInt16) throws {
        let received = try Self.send(bytes, to: port)
        reply = received.isEmpty ? nil : try Self.parse(received[...], isHead: bytes.starts(with: Array("HEAD ".utf8)))
    }

    private static func send(_ bytes: [UInt8], to port: UInt16) throws -> [UInt8] {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        guard withLoopback(port: port, { connect(descriptor, $0, $1) }) == 0 else { throw TestFailure("the server takes no connection") }
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var left = bytes[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            // A server that has refused the rest may have closed already.
            guard count > 0 else { break }
            left = left.dropFirst(count)
        }
        shutdown(descriptor, Int32(SHUT_WR))
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EAGAIN { throw TestFailure("no end of the response in a minute") }
            guard count > 0 else { return received }
            received.append(contentsOf: buffer[..<count])
        }
    }

    private static func parse(_ received: ArraySlice<UInt8>, isHead: Bool) throws -> Reply {
        guard let end = received.indices.dropLast(3).first(where: { received[$0..<$0 + 4].elementsEqual([13, 10, 13, 10]) }) else {
            throw TestFailure("no end of the headers: \(String(decoding: received.prefix(200), as: UTF8.self))")
        }
        let lines = String(decoding: received[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "HTTP/1.1" || words[0] == "HTTP/1.0", words[1].utf8.count == 3, let status = Int(words[1])
        else {
            throw TestFailure("no status line: \(lines[0])")
        }
        let rest = received[(end + 4)...]
        if status == 100 { return try parse(rest, isHead: isHead) }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[..<colon].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 })
            else { throw TestFailure("no header line: \(line)") }
            let name = line[..<colon].lowercased()
            guard headers[name] == nil || name == "connection" else { throw TestFailure("\(name) stands twice") }
            headers[name] = String(line[line.utf8.index(after: colon)...].drop { $0 == " " })
        }
        return Reply(status: status, headers: headers, body: try body(rest, status, headers, isHead: isHead))
    }

    private static func body(_ rest: ArraySlice<UInt8>, _ status: Int, _ headers: [String: String], isHead: Bool) throws -> [UInt8] {
        if isHead || status == 204 || status == 304 { return [] }
        if headers["transfer-encoding"] == "chunked" { return try chunks(rest) }
        guard let length = headers["content-length"].flatMap({ Int($0) }) else { return Array(rest) }
        guard rest.count >= length else { throw TestFailure("a body of \(rest.count) bytes with Content-Length \(length)") }
        return Array(rest.prefix(length))
    }

    private static func chunks(_ received: ArraySlice<UInt8>) throws -> [UInt8] {
        var body: [UInt8] = []
        var rest = received
        while true {
            guard let end = rest.firstIndex(of: 13), let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16),
                rest.count >= (end - rest.startIndex) + size + 4
            else { throw TestFailure("a chunk that is none") }
            let start = end + 2
            body += rest[start..<start + size]
            rest = rest[(start + size + 2)...]
            if size == 0 { return body }
        }
    }
}
