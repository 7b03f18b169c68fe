/// The trailer lines of a body in chunks, as the library read them (RFC 9112, 7.1.2).
///
/// The library puts lines that are not folded one behind the other, from where the headers ended; a folded one it copies elsewhere.
struct TrailerSection {
    private var nextLine: UInt
    private(set) var isFlawed = false

    /// - Parameter headersEnd: The address of the first byte behind the headers' empty line.
    init(headersEnd: UInt) {
        nextLine = headersEnd
    }

    mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        if UInt(bitPattern: name.baseAddress) != nextLine || !HeaderSyntax.isName(name) || !HeaderSyntax.isValue(value) { isFlawed = true }
        nextLine = UInt(bitPattern: value.baseAddress) &+ UInt(value.count) &+ 2
    }
}
