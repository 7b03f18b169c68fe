import Foundations

/// A strict, single-pass scanner of JSON (RFC 8259): it checks and moves on, and copies nothing.
///
/// Besides the grammar it holds to: UTF-8 without a byte order mark, surrogates in pairs, no key twice in an object (compared
/// unescaped), and a bounded depth. Time is linear in the bytes read; containers are kept on a stack of its own, so no input
/// exhausts the thread's.
struct JSONScanner {
    /// An open array of which no element was read yet, among `frames`.
    static let freshArray = -1
    /// An open array of which an element was read.
    static let array = -2

    /// The one pointer that reading JSON keeps: a struct can't keep a `Span` without experimental features.
    let bytes: UnsafeBufferPointer<UInt8>
    let count: Int
    /// The deepest nesting of arrays and objects that a value may have.
    var depthLimit: Int
    /// The next byte to read.
    var position = 0
    /// How many bytes of insignificant white space were passed so far.
    var insignificant = 0
    /// The open containers: for an object the index of its first key in `keys`, for an array one of the two constants.
    var frames: [Int] = []
    var keys = JSONKeyTable()

    init(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int = maximumDepth) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        self.count = bytes.count
    }

    /// A scanner at the same position that is inside of nothing.
    func ahead() -> JSONScanner {
        var ahead = JSONScanner(bytes, depthLimit: depthLimit)
        ahead.position = position
        return ahead
    }

    /// Refuses anything but white space up to the end of the document.
    mutating func checkEnd() throws(JSONSyntaxError) {
        skipWhiteSpace()
        if position < count { throw error("something follows the end of the document", at: position) }
    }

    @inline(__always)
    mutating func skipWhiteSpace() {
        if position < count, bytes[position] > 0x20 { return }
        skipWhiteSpaceRun()
    }

    private mutating func skipWhiteSpaceRun() {
        var index = position
        while index < count, ASCII.isWhiteSpace(bytes[index]) { index += 1 }
        insignificant += index - position
        position = index
    }

    /// An error that says what is wrong, never reached on the fast path.
    @inline(never)
    func error(_ message: String, at offset: Int) -> JSONSyntaxError {
        JSONSyntaxError(message, at: offset, in: bytes.span)
    }

    /// An error at the current position: the end of the document, or a byte that does not fit.
    @inline(never)
    func expected(_ what: String) -> JSONSyntaxError {
        if position == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return error("a byte order mark", at: 0) }
        guard position < count else {
            return error(position == 0 ? "the document is empty" : "the document ends where \(what) is expected", at: position)
        }
        return error("\(what) is expected", at: position)
    }
}
