import CMicroHTTPD
import Foundations

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Finds the end of a request's header section by its own bytes, before the library reads and overwrites them.
///
/// The library ends the section at any line whose first byte is or becomes NUL, one that begins with a colon among them, and takes a bare
/// line feed for a line's end. Its zeros afterwards do not tell `:` LF or NUL LF from CR LF; only the bytes as sent do.
struct HeaderSection {
    private static let page = 4_096

    private var end: UInt?
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

    /// Whether the section is seen to end where the library says; if not, what follows may be a part of it.
    func ends(at libraryEnd: UInt) -> Bool { end == libraryEnd }

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
        let count = Self.name.utf8CodeUnitCount
        guard line.count >= count, line[0] | 0x20 == UInt8(ascii: "c"), HeaderSyntax.isSame(line, as: Self.name) else { return nil }
        let value = ASCII.trimmingBlanks(line[count...])
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
