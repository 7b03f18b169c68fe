import Glibc

/// One connection to a server on this machine, kept alive from request to request; blocking, for one thread.
final class HTTPConnection {
    private let socket: Int32
    private var received: [UInt8] = []

    /// - Parameters:
    ///   - source: The address that it comes from, as a number; the system's choice where there is none.
    ///   - receiveBuffer: Bytes that the system may keep for it unread; the system's choice where there is none.
    init(port: UInt16, from source: UInt32? = nil, receiveBuffer: Int32? = nil) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if let source {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = source.bigEndian
            _ = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        if var receiveBuffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size)) }
        let result = withLoopback(port: port) { connect(socket, $0, $1) }
        guard result == 0 else {
            close(socket)
            throw TestFailure("no connection to port \(port): \(String(cString: strerror(errno)))")
        }
        // A server that never answers fails the test instead of holding it up.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(socket)
    }

    /// Sends a request and reads its response.
    @discardableResult
    func send(_ method: String, _ target: String, _ headers: [String: String] = [:], body: String? = nil) throws -> HTTPReply {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
        try write(head + "\r\n" + (body ?? ""))
        return try readReply(hasBody: method != "HEAD")
    }

    @discardableResult
    func get(_ target: String, _ headers: [String: String] = [:]) throws -> HTTPReply { try send("GET", target, headers) }

    /// The number of a metric without labels; `nil` where there is none.
    func metric(_ name: String, _ headers: [String: String] = [:]) throws -> Int? {
        let lines = try get("/metrics", headers).text.split(separator: "\n")
        return lines.first { $0.hasPrefix(name + " ") }.flatMap { Int($0.dropFirst(name.count + 1)) }
    }

    /// Sends bytes as they are.
    func write(_ text: String) throws { try write(bytes: Array(text.utf8)) }

    /// Sends bytes as they are.
    func write(bytes: [UInt8]) throws {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw TestFailure("the server does not take a request: \(String(cString: strerror(errno)))") }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Waits until something has come, and takes it for the next response.
    func waitForBytes() throws {
        if received.isEmpty { try readMore() }
    }

    /// Says that nothing more will be sent.
    func endWriting() { shutdown(socket, Int32(SHUT_WR)) }

    /// Reads a response, with a length or in chunks.
    func readReply(hasBody: Bool = true) throws -> HTTPReply {
        let (status, headers) = try readStatus()
        let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        // An event stream has no end: who wants its events reads them piece by piece.
        let isEndless = headers.contains { $0.name.lowercased() == "content-type" && $0.value == "text/event-stream" }
        let isEmpty = !hasBody || isEndless || status == 204 || status == 304 || status < 200
        let isChunked = headers.contains { $0.name.lowercased() == "transfer-encoding" }
        if isChunked, !isEmpty { return HTTPReply(status: status, headers: headers, body: try readChunks()) }
        while !isEmpty, received.count < length { try readMore() }
        let body = isEmpty ? [] : Array(received.prefix(length))
        received.removeFirst(body.count)
        return HTTPReply(status: status, headers: headers, body: body)
    }

    /// Sends a GET and reads the head of its response, whose body comes in chunks for ``readChunk()``.
    func open(_ target: String, _ headers: [String: String] = [:]) throws -> HTTPReply {
        var head = "GET \(target) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        try write(head + "\r\n")
        let (status, headers) = try readStatus()
        guard headers.contains(where: { $0.name.lowercased() == "transfer-encoding" }) else {
            throw TestFailure("no stream but \(status)")
        }
        return HTTPReply(status: status, headers: headers, body: [])
    }

    /// The next bytes of a body in chunks; `nil` at its end.
    func readChunk() throws -> [UInt8]? {
        let size = try readLine()
        guard let count = Int(size, radix: 16) else { throw TestFailure("no chunk but “\(size)”") }
        while received.count < count { try readMore() }
        let chunk = Array(received.prefix(count))
        received.removeFirst(count)
        guard try readLine().isEmpty else { throw TestFailure("a chunk is longer than it says") }
        return count == 0 ? nil : chunk
    }

    private func readStatus() throws -> (status: Int, headers: [(name: String, value: String)]) {
        let lines = try readHead()
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, let status = Int(words[1]) else { throw TestFailure("no status line: \(lines)") }
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
        }
        return (status, headers)
    }

    private func readChunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while let chunk = try readChunk() { body += chunk }
        return body
    }

    private func readLine() throws -> String {
        while true {
            if let end = received.firstIndex(of: 10) {
                let line = String(decoding: received[..<end].filter { $0 != 13 }, as: UTF8.self)
                received.removeFirst(end + 1)
                return line
            }
            try readMore()
        }
    }

    private func readHead() throws -> [String] {
        var searched = 0
        while true {
            while searched + 4 <= received.count {
                if received[searched..<searched + 4].elementsEqual([13, 10, 13, 10]) {
                    let head = String(decoding: received[..<searched], as: UTF8.self)
                    received.removeFirst(searched + 4)
                    return head.split(separator: "\r\n").map(String.init)
                }
                searched += 1
            }
            try readMore()
        }
    }

    private func readMore() throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { throw TestFailure("the connection ended before the response did") }
        received.append(contentsOf: buffer[..<count])
    }
}

extension HTTPConnection {
    /// A port that nobody listens on now, of those that the system gives no connection by itself.
    static func freePort() throws -> UInt16 {
        for _ in 0..<100 {
            if let (socket, port) = try? bound(to: .random(in: 15_000..<32_000)) {
                close(socket)
                return port
            }
        }
        throw TestFailure("no free port")
    }

    /// A socket that listens on a free port.
    static func listen() throws -> (socket: Int32, port: UInt16) {
        let (socket, port) = try bound()
        guard Glibc.listen(socket, 16) == 0 else { throw TestFailure("can't listen: \(String(cString: strerror(errno)))") }
        return (socket, port)
    }

    private static func bound(to wanted: UInt16 = 0) throws -> (socket: Int32, port: UInt16) {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { named in
                withLoopback(port: wanted) { bind(socket, $0, $1) } == 0 ? getsockname(socket, named, &size) : -1
            }
        }
        guard result == 0 else {
            let reason = String(cString: strerror(errno))
            close(socket)
            throw TestFailure("no free port: \(reason)")
        }
        return (socket, UInt16(bigEndian: address.sin_port))
    }
}

/// Calls `body` with the address of a port on this machine.
func withLoopback(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
}
