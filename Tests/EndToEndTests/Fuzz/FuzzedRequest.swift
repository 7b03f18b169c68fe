/// A request as it is made up, before it is bytes.
struct FuzzedRequest {
    var method: String
    var segments: [String]
    var parameters: [(name: String, value: String)]
    var headers: [(name: String, value: String)]
    var body: [UInt8]?
    /// Changes to the bytes of the whole, at places that are counted from its beginning.
    var damage: [(place: Int, byte: UInt8)] = []

    var target: String {
        let path = "/" + segments.joined(separator: "/")
        guard !parameters.isEmpty else { return path }
        return path + "?" + parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    var bytes: [UInt8] {
        var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        for header in headers { head += "\(header.name): \(header.value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        var bytes = Array((head + "\r\n").utf8) + (body ?? [])
        for (place, byte) in damage { bytes[place % bytes.count] = byte }
        return bytes
    }
}
