/// Reads a JSON document piece by piece, without building a tree of it and without copying it.
///
/// It checks all that `JSONText` checks, at every level that it walks, in one pass and linear time; the memory it needs is the
/// open objects' keys. A reader that has thrown must not be used again.
///
/// ```swift
/// try JSONReader.read(body.span) { reader throws(JSONSyntaxError) in
///     try reader.beginArray()
///     while try reader.nextElement() { values.append(try reader.readValue()) }
///     try reader.readEnd()
/// }
/// ```
public struct JSONReader {
    private var scanner: JSONScanner

    /// Reads a document where it lies. The reader must not leave `body`.
    ///
    /// - Parameter envelope: Levels of nesting that a value may have beyond those of any value: what a document puts around its own.
    public static func read<Content, Failure: Error>(
        _ document: Span<UInt8>, envelope: Int = 0, _ body: (inout JSONReader) throws(Failure) -> Content
    ) throws(Failure) -> Content {
        try document.withUnsafeBufferPointer { bytes throws(Failure) in
            var reader = JSONReader(bytes, envelope: envelope)
            return try body(&reader)
        }
    }

    /// Starts at the beginning of a document, which must outlive the reader. (A struct can't keep a `Span` without experimental features.)
    public init(_ bytes: UnsafeBufferPointer<UInt8>, envelope: Int = 0) {
        scanner = JSONScanner(bytes, depthLimit: JSONScanner.maximumDepth + envelope)
    }

    /// A reader of the value that comes next and of nothing around it, whatever was read so far: making it costs nothing.
    public func ahead() -> JSONReader { JSONReader(scanner.ahead()) }

    private init(_ scanner: JSONScanner) {
        self.scanner = scanner
    }

    /// The offset of the next byte to read.
    public var offset: Int { scanner.position }

    /// How many bytes the document has.
    public var count: Int { scanner.count }

    /// The kind of the value that comes next; white space before it is passed.
    public mutating func peekKind() throws(JSONSyntaxError) -> JSONKind {
        scanner.skipWhiteSpace()
        guard scanner.position < scanner.count, let kind = JSONKind(firstByte: scanner.bytes[scanner.position]) else {
            throw scanner.expected("a value")
        }
        return kind
    }

    /// Enters the array that comes next.
    public mutating func beginArray() throws(JSONSyntaxError) {
        scanner.skipWhiteSpace()
        guard scanner.consumeInPlace(UInt8(ascii: "[")) else { throw scanner.expected("an array") }
        scanner.frames.append(JSONScanner.freshArray)
    }

    /// Moves to the next element of the innermost array, after the one before was read; leaves the array at its end.
    ///
    /// - Returns: `false` when the array has ended.
    public mutating func nextElement() throws(JSONSyntaxError) -> Bool {
        scanner.skipWhiteSpace()
        if scanner.consumeInPlace(UInt8(ascii: "]")) {
            scanner.frames.removeLast(scanner.frames.isEmpty ? 0 : 1)
            return false
        }
        let innermost = scanner.frames.count - 1
        if innermost >= 0, scanner.frames[innermost] == JSONScanner.freshArray {
            scanner.frames[innermost] = JSONScanner.array
            return true
        }
        guard scanner.consume(UInt8(ascii: ",")) else { throw scanner.expected("a comma or ]") }
        if scanner.position < scanner.count, scanner.bytes[scanner.position] == UInt8(ascii: "]") {
            throw scanner.error("a trailing comma", at: scanner.position)
        }
        return true
    }

    /// Enters the object that comes next.
    public mutating func beginObject() throws(JSONSyntaxError) {
        scanner.skipWhiteSpace()
        guard scanner.consumeInPlace(UInt8(ascii: "{")) else { throw scanner.expected("an object") }
        scanner.frames.append(scanner.keys.count)
    }

    /// Enters the object that comes next.
    ///
    /// - Parameter depth: Levels of nesting around it in a value, which are bounded as they are where a value is passed at once.
    mutating func beginObject(depth: Int) throws(JSONSyntaxError) {
        try scanner.checkDepth(depth)
        try beginObject()
    }

    /// Reads the next key of the innermost object and its colon, after the value before was read; leaves the object at its end.
    ///
    /// - Returns: the key, unescaped; `nil` when the object has ended.
    public mutating func nextKey() throws(JSONSyntaxError) -> String? { try nextKeyAndText()?.key }

    /// Like `nextKey`, with the range of the key's own text, quotes included.
    mutating func nextKeyAndText() throws(JSONSyntaxError) -> (key: String, text: Range<Int>)? {
        guard let key = try nextKeyRange() else { return nil }
        return (string(key), key.text)
    }

    /// Like `nextKey`, without a text made of the key.
    mutating func nextKeyRange() throws(JSONSyntaxError) -> JSONKeyRange? {
        scanner.skipWhiteSpace()
        if scanner.consumeInPlace(UInt8(ascii: "}")) {
            try scanner.close()
            return nil
        }
        if let base = scanner.frames.last, scanner.keys.count > base {
            guard scanner.consume(UInt8(ascii: ",")) else { throw scanner.expected("a comma or }") }
        }
        let (content, escaped) = try scanner.scanKey()
        return JSONKeyRange(content: content, isEscaped: escaped)
    }

    /// A key that was passed, unescaped.
    func string(_ key: JSONKeyRange) -> String { string(key.content, escaped: key.isEscaped) }

    /// Whether a key that was passed and has no escapes is a text.
    func isEqual(_ key: JSONKeyRange, to text: String) -> Bool {
        guard key.content.count == text.utf8.count else { return false }
        return UTF8Text.withBytes(of: text) { UTF8Text.areEqual(bytes(key.content), $0) }
    }

    /// Reads the string that comes next, unescaped.
    public mutating func readString() throws(JSONSyntaxError) -> String {
        guard try peekKind() == .string else { throw scanner.expected("a string") }
        let start = scanner.position
        let escaped = try scanner.scanString()
        return string((start + 1)..<(scanner.position - 1), escaped: escaped)
    }

    /// Passes the value that comes next and says where it stands, so that its size can be judged before it is copied.
    ///
    /// The depth of a value counts from its own start.
    ///
    /// - Parameter envelope: Levels of nesting around the values in this one, which do not count.
    @discardableResult
    public mutating func scanValue(envelope: Int = 0) throws(JSONSyntaxError) -> JSONSpan {
        scanner.depthLimit += envelope
        let span = try scanner.scanValue()
        scanner.depthLimit -= envelope
        return span
    }

    /// Copies a value that `scanValue` has passed, without its insignificant white space.
    public func value(_ span: JSONSpan) -> JSONText {
        JSONText(verbatim: span.isCompact ? text(span.range) : JSONCompaction.text(of: span, in: scanner.bytes.span))
    }

    /// Reads the value that comes next.
    public mutating func readValue() throws(JSONSyntaxError) -> JSONText { value(try scanner.scanValue()) }

    /// Checks that nothing but white space follows.
    public mutating func readEnd() throws(JSONSyntaxError) { try scanner.checkEnd() }

    /// The bytes of a part of the document that was passed.
    func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: scanner.bytes[range]) }

    /// A part of the document that was passed, as it is.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes(range), as: UTF8.self)
    }

    /// Writes a part of the document that was passed, as it is.
    func copy(_ range: Range<Int>, to json: inout JSONWriter) {
        json.raw(scanner.bytes.span.extracting(range).bytes)
    }

    private func string(_ content: Range<Int>, escaped: Bool) -> String {
        guard escaped else { return text(content) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(content.count)
        JSONString.unescape(scanner.bytes.span.extracting(content), into: &decoded)
        return String(decoding: decoded, as: UTF8.self)
    }
}
