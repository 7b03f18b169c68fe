/// The requests that bytes are by RFC 9112's grammar, up to the first that is none; bodies by `Content-Length` alone.
///
/// Between two requests it skips what libmicrohttpd skips: lines that are empty, or that begin with NUL, as no request does.
struct StrictRequests {
    private(set) var all: [String] = []
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while let request = next() { all.append(request) }
    }

    private mutating func next() -> String? {
        while place < bytes.count, bytes[place] == 0 || bytes[place] == 0x0A || bytes[place...].starts(with: [0x0D, 0x0A]) {
            guard let end = bytes[place...].firstIndex(of: 0x0A) else { return nil }
            place = end + 1
        }
        guard let requestLine = line() else { return nil }
        let parts = requestLine.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, Self.isToken(parts[0]), parts[2].elementsEqual("HTTP/1.1".utf8) else { return nil }
        var length = 0
        while true {
            guard let header = line() else { return nil }
            if header.isEmpty { break }
            guard let colon = header.firstIndex(of: 0x3A), Self.isToken(header[..<colon]) else { return nil }
            let value = Self.trimmed(header[(colon + 1)...])
            guard value.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else { return nil }
            if String(decoding: header[..<colon], as: UTF8.self).lowercased() == "content-length" {
                guard let number = Int(String(decoding: value, as: UTF8.self)) else { return nil }
                length = number
            }
        }
        guard bytes.count - place >= length else { return nil }
        place += length
        return "\(String(decoding: parts[0], as: UTF8.self)) \(String(decoding: parts[1], as: UTF8.self))"
    }

    /// The next line without its CR LF; `nil` where a line feed stands alone or is missing.
    private mutating func line() -> ArraySlice<UInt8>? {
        guard let end = bytes[place...].firstIndex(of: 0x0A), end > place, bytes[end - 1] == 0x0D else { return nil }
        defer { place = end + 1 }
        return bytes[place..<(end - 1)]
    }

    /// A field's value without the optional white space on both its sides (RFC 9112, 5.1).
    private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let last = value.lastIndex(where: { !isBlank($0) }) else { return [] }
        return value[...last].drop(while: isBlank)
    }

    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        let others = Array("!#$%&'*+-.^_`|~".utf8)
        return !bytes.isEmpty
            && bytes.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || others.contains(byte)
            }
    }
}
