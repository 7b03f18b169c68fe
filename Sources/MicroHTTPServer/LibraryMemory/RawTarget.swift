#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A request's target in the library's memory, from its request line read to the exchange's end.
///
/// The library cuts it at its `?` and would decode the query into its own memory, where a few hundred parameters leave no room for headers.
/// Nobody here asks it for them, so the library's query is ended where it begins, and put right when the headers were read.
struct RawTarget {
    let start: UnsafePointer<CChar>
    let count: Int
    /// The `?` before a query, and the byte behind it; `nil` without a query.
    private let query: (mark: UnsafeMutablePointer<CChar>, first: CChar)?

    /// - Parameter start: The target as sent, ended by NUL. It is about to be cut.
    init(_ start: UnsafePointer<CChar>) {
        self.start = start
        count = strlen(start)
        if let mark = strchr(start, Int32(UInt8(ascii: "?"))) {
            // Behind an empty query that is the NUL at the target's end.
            query = (mark, mark[1])
            mark[1] = 0
        } else {
            query = nil
        }
    }

    /// Behind its last byte: the version comes right after that unless a NUL cut the target.
    var end: UnsafePointer<CChar> { start + count }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Undoes the cut: every byte is as it was sent.
    func restore() {
        guard let query else { return }
        query.mark[0] = CChar(bitPattern: UInt8(ascii: "?"))
        query.mark[1] = query.first
    }
}
