import Foundations

/// Collects what is wanted of a receiver's response: the status, `Retry-After`, and the beginning of the body.
///
/// A receiver can't make it hold more than ``bodyLimit`` and one header line at a time, nor make a transfer go on after ``headerLimit``.
struct ResponseCollector {
    /// Bytes of the body that are kept; a response is done when there are more.
    static let bodyLimit = 4_096
    /// Bytes of all header lines, those of informational answers too.
    static let headerLimit = 64 << 10

    private var status = 0
    private var retryAfter: String?
    private var body: [UInt8] = []
    private var headerBytes = 0
    /// Whether the last header of a final response has come.
    private var isComplete = false
    private(set) var hasTooManyHeaders = false

    /// The response so far; `nil` before the headers of a final response are whole.
    var response: TransferEnd.Response? {
        isComplete ? TransferEnd.Response(status: status, retryAfter: retryAfter, body: body) : nil
    }

    /// Takes a header line, the status line and the empty one among them.
    ///
    /// - Returns: Whether the transfer goes on.
    mutating func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.headerLimit else {
            hasTooManyHeaders = true
            return false
        }
        // Lines behind the body are trailers.
        guard !isComplete else { return true }
        let text = ASCII.trimmingWhiteSpace(line)
        if text.isEmpty {
            isComplete = status >= 200
        } else if let status = Self.status(inLine: text) {
            self.status = status
            retryAfter = nil
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")), ASCII.isEqual(text[..<colon], toLowercase: "retry-after") {
            retryAfter = String(decoding: ASCII.trimmingWhiteSpace(text[(colon + 1)...]), as: UTF8.self)
        }
        return true
    }

    /// Takes bytes of the body.
    ///
    /// - Returns: Whether more is wanted.
    mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let room = Self.bodyLimit - body.count
        body.append(contentsOf: bytes.prefix(room))
        return bytes.count <= room
    }

    /// The status of a line such as `HTTP/1.1 200 OK`.
    private static func status(inLine line: UnsafeRawBufferPointer.SubSequence) -> Int? {
        guard line.starts(with: "HTTP/".utf8), let blank = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        let digits = line[blank...].drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
        guard digits.count == 3, ASCII.areDigits(digits) else { return nil }
        return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
    }
}
