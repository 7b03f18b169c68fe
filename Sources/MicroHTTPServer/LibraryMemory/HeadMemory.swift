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
            table.read(of: connection, from: UInt(bitPattern: target.end) &+ UInt(Self.versionLineCount))
            var framing = RequestFraming()
            if !table.isWhole(until: end) {
                framing.reject("A header line does not end with CRLF, is folded, or is not a name, a colon and a value.")
            }
            table.add(to: &framing)
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
        func ends(at libraryEnd: UInt) -> Bool { section.ends(at: libraryEnd) }

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
