import Foundations

/// The end and the host of a request by its headers, and why they are unsafe to believe (RFC 9112, 2.2, 3.2, 5, 6.3).
struct RequestFraming {
    private(set) var contentLength: Int?
    private(set) var isChunked = false
    private(set) var flaw: String?
    /// The last value of `Host`, in the library's memory, without blanks behind it.
    private(set) var host: UnsafeRawBufferPointer?
    private var hostCount = 0
    private var lengthCount = 0
    private var encodingCount = 0

    /// Whether a body follows the headers.
    var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }

    /// Takes the next header as the library read it.
    mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        guard HeaderSyntax.isName(name), Self.isValue(value) else {
            flaw = flaw ?? "A header's name is not a token, or its value holds a control character."
            return
        }
        switch name.count {
        case 4 where ASCII.begins(name, withLowercase: "host"): addHost(UnsafeRawBufferPointer(rebasing: ASCII.droppingLastBlanks(value)))
        case 14 where ASCII.begins(name, withLowercase: "content-length"): addLength(value)
        case 17 where ASCII.begins(name, withLowercase: "transfer-encoding"): addEncoding(value)
        default: break
        }
    }

    /// Looks at all headers together, once they have been added.
    mutating func check(isHTTP11: Bool) {
        if hostCount > 1 || (hostCount == 0 && isHTTP11) { flaw = flaw ?? "A request has exactly one Host header." }
        if lengthCount > 1 { flaw = flaw ?? "A request has at most one Content-Length header." }
        if encodingCount > 0, lengthCount > 0 {
            flaw = flaw ?? "A request has a Content-Length or a Transfer-Encoding header, not both."
        }
        if encodingCount > 0, !isHTTP11 || !isChunked || encodingCount > 1 {
            flaw = flaw ?? "The only transfer encoding that is understood is \"chunked\", in HTTP/1.1."
        }
    }

    /// Takes a flaw found elsewhere.
    mutating func reject(_ reason: String) {
        flaw = flaw ?? reason
    }

    /// Whether a value holds no control character but tabs (RFC 9110, 5.5).
    private static func isValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !ASCII.hasControl(bytes) || !bytes.contains { ASCII.isControl($0) && !ASCII.isBlank($0) }
    }

    private mutating func addHost(_ value: UnsafeRawBufferPointer) {
        hostCount += 1
        host = value
        if !HeaderSyntax.isHost(value) { flaw = flaw ?? "Host is not a host, with or without a port." }
    }

    private mutating func addLength(_ value: UnsafeRawBufferPointer) {
        lengthCount += 1
        var length = 0
        for byte in value {
            guard ASCII.isDigit(byte) else {
                flaw = "Content-Length is not a number."
                return
            }
            let (tens, overflow) = length.multipliedReportingOverflow(by: 10)
            let (sum, overflowed) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            length = overflow || overflowed ? .max : sum
            if length == .max { break }
        }
        contentLength = length
    }

    private mutating func addEncoding(_ value: UnsafeRawBufferPointer) {
        encodingCount += 1
        isChunked = ASCII.isEqual(value, toLowercase: "chunked")
    }
}
