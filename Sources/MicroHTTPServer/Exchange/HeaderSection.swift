import Glibc

/// Where a request's header section ends by its own bytes, found before the library reads and overwrites them.
///
/// The library ends the section at anything whose first byte becomes NUL, a line that begins with a colon among it, and takes a bare
/// line feed for a line's end. Its zeros afterwards do not tell `:` LF or NUL LF from CR LF; only the bytes as sent do.
struct HeaderSection {
    /// What this says is believed where the end that the library found is the same.
    private var end: UInt?
    /// The first line feed without a carriage return, unless it stands behind the section.
    private var bareLineFeed: UInt?

    /// Looks at the lines that have come together with the request line, as far as the memory page goes.
    ///
    /// - Parameter start: where the first byte behind the request line and its CR LF is or will be. The connection's memory is made of
    ///   whole pages, so what follows the request line on its page can be read; what has not come yet is zeros there.
    init(start: UnsafeRawPointer) {
        let page = UInt(4_096)
        let pageEnd = (UInt(bitPattern: start - 2) | (page - 1)) + 1
        guard UInt(bitPattern: start) < pageEnd else { return }
        var line = start
        while let found = memchr(line, 0x0A, Int(pageEnd - UInt(bitPattern: line))) {
            let lineFeed = UnsafeRawPointer(found)
            guard lineFeed > line, lineFeed.load(fromByteOffset: -1, as: UInt8.self) == 0x0D else {
                bareLineFeed = UInt(bitPattern: lineFeed)
                return
            }
            if lineFeed == line + 1 {
                end = UInt(bitPattern: lineFeed) + 1
                return
            }
            line = lineFeed + 1
            if UInt(bitPattern: line) == pageEnd { return }
        }
    }

    /// Whether the section is seen to end where the library says; if not, what follows may be a part of it.
    func ends(at libraryEnd: UInt) -> Bool { end == libraryEnd }

    /// Whether a line in it is seen to end without a carriage return, or its end is seen elsewhere.
    func contradicts(_ libraryEnd: UInt) -> Bool {
        if let end { return end != libraryEnd }
        return bareLineFeed.map { $0 < libraryEnd } ?? false
    }
}
