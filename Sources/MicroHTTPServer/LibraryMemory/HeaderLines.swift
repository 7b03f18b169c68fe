/// The header lines that the library has read, which must lie right behind each other.
struct HeaderLines {
    private static let flaw = "A header line does not end with CRLF, is folded, or is not a name, a colon and a value."

    private let table: HeaderTable
    private var framing = RequestFraming()
    /// The start of the next header line, or of the empty one, if nothing was left out.
    private var nextLine: UInt

    /// - Parameters:
    ///   - start: The address of the first header line.
    ///   - table: Takes the headers.
    init(start: UInt, into table: HeaderTable) {
        nextLine = start
        self.table = table
    }

    /// Takes the next header as the library read it.
    mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        table.add(name: name, value: value)
        #if !PORTABLE_MICROHTTPD
            if UInt(bitPattern: name.baseAddress) != nextLine { framing.reject(Self.flaw) }
            nextLine = UInt(bitPattern: value.baseAddress) &+ UInt(value.count) &+ 2
        #endif
        framing.add(name: name, value: value)
    }

    /// The framing of the request, once all headers were added.
    ///
    /// - Parameter end: The address of the first byte behind the empty line.
    consuming func checked(isHTTP11: Bool, end: UInt) -> RequestFraming {
        #if !PORTABLE_MICROHTTPD
            if nextLine &+ 2 != end { framing.reject(Self.flaw) }
        #endif
        framing.check(isHTTP11: isHTTP11)
        return framing
    }
}
