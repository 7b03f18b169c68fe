/// Whether a body in chunks is seen to end where the library says, by its own bytes (RFC 9112, 7.1).
///
/// The library takes much for a chunk's framing that is none, and a proxy might read it otherwise. The bytes that the library has read lie
/// around the pieces that it hands over, as long as nothing was received in between. So a body can be checked that came at once, in chunks
/// without extensions and without trailers, with nothing behind it. Any other body ends its connection.
struct ChunkedEnd {
    private static let page: UInt = 4_096
    private static let last = Array("\r\n0\r\n\r\n\0".utf8)
    /// A line's end, sixteen digits, a line's end.
    private static let longestLine: UInt = 20

    /// Where the framing behind the last piece begins.
    private var next: UInt
    private var isFirst = true
    private var isCertain = true
    /// Bytes that the library had taken from the socket at the first piece.
    private var taken = -1
    /// What lies behind the last piece.
    private var tail: [UInt8] = []

    /// - Parameter headersEnd: The address of the first byte behind the headers.
    init(headersEnd: UInt) {
        next = headersEnd
    }

    /// Takes the next piece in the library's memory.
    ///
    /// - Parameter taken: Bytes that the library has taken from the socket; below zero where that is not known.
    mutating func add(_ piece: UnsafeRawBufferPointer, taken: Int) {
        guard isCertain else { return }
        let start = UInt(bitPattern: piece.baseAddress)
        let isFramed =
            taken >= 0 && (isFirst || taken == self.taken) && start > next && start - next <= Self.longestLine
            && isLine(UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: next), count: Int(start - next)), of: piece.count)
        next = start &+ UInt(piece.count)
        self.taken = taken
        isFirst = false
        // The page of the piece's last byte is there; the next one may not be.
        isCertain = isFramed && (next &- 1) / Self.page == (next &+ UInt(Self.last.count) &- 1) / Self.page
        guard isCertain, let behind = UnsafeRawPointer(bitPattern: next) else { return }
        tail = Array(UnsafeRawBufferPointer(start: behind, count: Self.last.count))
    }

    /// Whether the body has ended behind its last piece, and nothing follows it.
    func isSeen(taken: Int) -> Bool { isCertain && !isFirst && taken == self.taken && tail == Self.last }

    /// Whether bytes are the line before a chunk of so many bytes, with the end of the chunk before it.
    private func isLine(_ bytes: UnsafeRawBufferPointer, of count: Int) -> Bool {
        var digits = bytes[...]
        if !isFirst {
            guard digits.starts(with: [0x0D, 0x0A]) else { return false }
            digits = digits.dropFirst(2)
        }
        guard digits.count > 2, digits.suffix(2).elementsEqual([0x0D, 0x0A]) else { return false }
        return Int(String(decoding: digits.dropLast(2), as: UTF8.self), radix: 16) == count
    }
}
