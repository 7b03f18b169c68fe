/// What a request's headers say about where it ends and for whom it is, and what makes them unsafe to believe (RFC 9112, 3.2, 5.1, 6.3).
struct RequestFraming {
    private(set) var contentLength: Int?
    private(set) var isChunked = false
    private(set) var flaw: String?
    private var hostCount = 0
    private var lengthCount = 0
    private var encodingCount = 0

    /// Whether a body follows the headers.
    var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }

    mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        if let last = name.last, last != 0x20, last != 0x09, let first = name.first, first != 0x20, first != 0x09 {
            switch name.count {
            case 4 where Self.matches(name, "host"): hostCount += 1
            case 14 where Self.matches(name, "content-length"): addLength(value)
            case 17 where Self.matches(name, "transfer-encoding"): addEncoding(value)
            default: break
            }
        } else {
            flaw = "A header has no name, or white space beside its name."
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

    private mutating func addLength(_ value: UnsafeRawBufferPointer) {
        lengthCount += 1
        var length = 0
        for byte in value {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else {
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
        isChunked = Self.matches(value, "chunked")
    }

    /// Compares with an ASCII text in lower case, without regard to case.
    private static func matches(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        for index in 0..<bytes.count {
            let byte = bytes[index]
            let lower = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
            if lower != text.utf8Start[index] { return false }
        }
        return true
    }
}
