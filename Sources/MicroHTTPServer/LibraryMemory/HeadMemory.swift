import CMicroHTTPD
import Foundations

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

#if !PORTABLE_MICROHTTPD
    /// A request's head as it lies in the library's memory, from its request line read to the exchange's end.
    ///
    /// The library takes much for a head that is none, and answers some of it itself. So its bytes are looked at before it reads them and
    /// corrected where it would refuse them; what it then reads must lie there line behind line.
    struct HeadMemory {
        /// A space, eight characters of version, CR LF: the library has refused anything else.
        private static let versionLineCount = 11

        private let target: RawTarget
        private let section: HeaderSection

        /// - Parameter target: The target as sent, ended by NUL, as the library gives it before it reads the headers.
        init(target: UnsafePointer<CChar>, of connection: OpaquePointer) {
            self.target = RawTarget(target)
            section = HeaderSection(start: UnsafeRawPointer(self.target.end) + Self.versionLineCount, socket: shim_socket(connection))
            // The library would answer this line itself, before anybody is asked: a bare 400 with its head twice. It is not to know its name.
            if let line = section.falseLength.flatMap({ UnsafeMutableRawPointer(bitPattern: $0) }) {
                line.storeBytes(of: UInt8(ascii: "X"), as: UInt8.self)
            } else if let range = section.paddedLength, let line = UnsafeMutableRawPointer(bitPattern: range.lowerBound) {
                LengthLine.shift(UnsafeMutableRawBufferPointer(start: line, count: range.count))
            }
        }

        /// The target as sent: to be read between the headers' end and the exchange's.
        var targetBytes: UnsafeRawBufferPointer { target.bytes }

        /// The library has read the headers: adds them to a table, and checks their framing.
        ///
        /// - Parameter end: The address of the first byte behind the headers, as the library says.
        func read(of connection: OpaquePointer, isHTTP11: Bool, end: UInt, into table: HeaderTable) -> RequestFraming {
            target.restore()
            var framing = table.read(of: connection, from: UInt(bitPattern: target.end) &+ UInt(Self.versionLineCount))
            if !table.isWhole(until: end) {
                framing.reject("A header line does not end with CRLF, is folded, or is not a name, a colon and a value.")
            }
            framing.check(isHTTP11: isHTTP11)
            if section.falseLength != nil { framing.reject("Content-Length is not a number.") }
            if section.contradicts(end) { framing.reject("A header line does not end with CRLF.") }
            return framing
        }

        /// The address of the first byte behind the headers: the library's memory has the head in one piece, from the method on.
        static func end(of connection: OpaquePointer, method: UnsafePointer<CChar>) -> UInt {
            UInt(bitPattern: method) &+ UInt(shim_header_size(connection))
        }

        /// Whether the headers are seen to end where the library says; if not, what follows may be a part of them.
        func ends(at libraryEnd: UInt) -> Bool { section.end == libraryEnd }

        /// Whether method, target and version lie behind each other with one byte between them.
        func isBetween(_ method: UnsafePointer<CChar>, count: Int, and version: UnsafePointer<CChar>) -> Bool {
            version == target.end + 1 && target.start == method + count + 1
        }

        /// Whether a short body lies behind the headers already: as long as can be looked, and not ended by a NUL.
        static func hasBody(of count: Int, behind headersEnd: UInt) -> Bool {
            guard let last = HeaderSection.byte(at: headersEnd, offset: count - 1) else { return false }
            return last != 0
        }
    }
#endif

/// Finds the end of a request's header section by its own bytes, before the library reads and overwrites them.
///
/// The library ends the section at any line whose first byte is or becomes NUL, one that begins with a colon among them, and takes a bare
/// line feed for a line's end. Its zeros afterwards do not tell `:` LF or NUL LF from CR LF; only the bytes as sent do.
struct HeaderSection {
    private static let page = 4_096

    /// The address of the first byte behind the section; `nil` where it is not seen.
    private(set) var end: UInt?
    /// The first line feed without a carriage return, where the end was not seen before it.
    private var bareLineFeed: UInt?
    /// A `Content-Length` line that is in the library's memory and holds no number: the address of its first byte.
    private(set) var falseLength: UInt?
    /// A `Content-Length` line in the library's memory with blanks behind its number.
    private(set) var paddedLength: Range<UInt>?

    /// Looks at the lines that have come by now.
    ///
    /// - Parameters:
    ///   - start: where the first byte behind the request line and its CR LF is or will be. The connection's memory is made of whole
    ///     pages, so what follows the request line on its page can be read; what has not come yet is zeros there.
    ///   - socket: holds what does not fit into the library's buffer, as with many requests sent at once; it is looked at, not taken.
    init(start: UnsafeRawPointer, socket: @autoclosure () -> Int32) {
        let pageEnd = (UInt(bitPattern: start - 2) | UInt(Self.page - 1)) + 1
        let address = UInt(bitPattern: start)
        guard address < pageEnd else { return }
        let onPage = UnsafeRawBufferPointer(start: start, count: Int(pageEnd - address))
        let lastLine = scan(onPage, at: address)
        guard end == nil, bareLineFeed == nil else { return }
        lookAhead(from: UnsafeRawBufferPointer(rebasing: onPage[lastLine...]), socket: socket())
    }

    /// A byte in the library's memory behind the headers, zero where it has not come; `nil` on another page than the headers' end, which may
    /// not be there.
    static func byte(at headersEnd: UInt, offset: Int) -> UInt8? {
        let rest = UInt(page) - (headersEnd - 1) % UInt(page) - 1
        guard offset >= 0, UInt(offset) < rest else { return nil }
        return UnsafePointer<UInt8>(bitPattern: headersEnd)?[offset]
    }

    /// Whether a line in it is seen to end without a carriage return, or its end is seen elsewhere.
    func contradicts(_ libraryEnd: UInt) -> Bool {
        if let end { return end != libraryEnd }
        return bareLineFeed.map { $0 < libraryEnd } ?? false
    }

    /// Goes from line to line.
    ///
    /// - Parameter address: where the first byte, a line's first, is in the library's memory.
    /// - Returns: where the line begins that has no end here.
    private mutating func scan(_ bytes: UnsafeRawBufferPointer, at address: UInt) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var line = 0
        while line < bytes.count, let found = memchr(base + line, 0x0A, bytes.count - line) {
            let lineFeed = UnsafeRawPointer(found) - base
            guard lineFeed > line, bytes[lineFeed - 1] == 0x0D else {
                bareLineFeed = address &+ UInt(lineFeed)
                break
            }
            if lineFeed == line + 1 {
                end = address &+ UInt(lineFeed) &+ 1
                break
            }
            switch LengthLine(UnsafeRawBufferPointer(rebasing: bytes[line..<(lineFeed - 1)])) {
            case nil, .number: break
            case .padded: paddedLength = address &+ UInt(line)..<address &+ UInt(lineFeed - 1)
            case .malformed: falseLength = falseLength ?? address &+ UInt(line)
            }
            line = lineFeed + 1
        }
        return line
    }

    /// Goes on with a line that has come in part, and with what the socket holds.
    ///
    /// - Parameter rest: the line's beginning, then zeros. If some of the zeros were sent, the library finds the end of the line or of
    ///   the section elsewhere than right behind its CR LF, and the headers do not fit together.
    private mutating func lookAhead(from rest: UnsafeRawBufferPointer, socket: Int32) {
        guard let count = rest.firstIndex(of: 0), rest[count...].allSatisfy({ $0 == 0 }) else { return }
        withUnsafeTemporaryAllocation(byteCount: 2 * Self.page, alignment: 16) { buffer in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<count]))
            let more = shim_peek(socket, buffer.baseAddress.map { $0 + count }, Self.page)
            guard more > 0 else { return }
            let (known, padded) = (falseLength, paddedLength)
            defer { (falseLength, paddedLength) = (known, padded) }
            _ = scan(UnsafeRawBufferPointer(rebasing: buffer[..<(count + more)]), at: UInt(bitPattern: rest.baseAddress))
        }
    }
}

/// The value of a `Content-Length` line that the library has not read yet.
enum LengthLine {
    /// A number, as the library reads it.
    case number
    /// A number with blanks behind it, which the library would refuse.
    case padded
    /// No number.
    case malformed

    private static let name: StaticString = "content-length:"

    /// Reads a line; `nil` for one of another header.
    init?(_ line: UnsafeRawBufferPointer) {
        // Few lines begin with the letter that this one begins with.
        guard let first = line.first, first | 0x20 == UInt8(ascii: "c"), ASCII.begins(line, withLowercase: Self.name) else { return nil }
        let value = ASCII.trimmingBlanks(line[Self.name.utf8CodeUnitCount...])
        if value.isEmpty || !ASCII.areDigits(value) {
            self = .malformed
        } else {
            self = value.endIndex == line.endIndex ? .number : .padded
        }
    }

    /// Puts the blanks behind a length before it, where the library passes over them.
    static func shift(_ line: UnsafeMutableRawBufferPointer) {
        let start = name.utf8CodeUnitCount
        let digits = line[start...].filter { !ASCII.isBlank($0) }
        for index in start..<line.count {
            let offset = index - (line.count - digits.count)
            line[index] = offset < 0 ? 0x20 : digits[offset]
        }
    }
}
