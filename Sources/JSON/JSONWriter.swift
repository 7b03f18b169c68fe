public import Foundations

/// Writes JSON into bytes, in one pass; the commas, the quotes and the escapes are its own.
///
/// Keys and values come in the order of the text, and every object and array that begins has to end. Only `"`, `\` and control characters
/// are escaped; all else goes out as UTF-8.
///
/// ```swift
/// json.beginObject()
/// json.member("id", id.text)
/// json.key("items")
/// json.beginArray()
/// ```
public struct JSONWriter: ~Copyable {
    /// The bytes that it writes into.
    package var output: ByteWriter
    /// Whether something stands before the next key or value, in the same object or array.
    private var needsComma = false

    /// - Parameter capacity: The bytes that are set aside.
    public init(capacity: Int = 256) {
        output = ByteWriter(capacity: capacity)
    }

    /// - Parameter bytes: The bytes before the JSON text; the writer copies them.
    public init(appendingTo bytes: [UInt8]) {
        output = ByteWriter(capacity: bytes.count + 256)
        output.append(bytes)
    }

    /// Bytes that were written so far.
    public var count: Int { output.count }

    /// A copy of what was written so far.
    public var bytes: [UInt8] { output.array }

    /// The written text, as a value: it has to be one.
    public var value: JSONText { JSONText(verbatim: output.text) }

    /// Ends the writing and gives away what was written, without a copy.
    public consuming func finish() -> ByteBuffer { output.finish() }

    public mutating func beginObject() {
        beginValue()
        output.append(UInt8(ascii: "{"))
        needsComma = false
    }

    public mutating func endObject() {
        output.append(UInt8(ascii: "}"))
        needsComma = true
    }

    public mutating func beginArray() {
        beginValue()
        output.append(UInt8(ascii: "["))
        needsComma = false
    }

    public mutating func endArray() {
        output.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Ends a line of NDJSON.
    public mutating func endLine() {
        output.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Writes a key that needs no escape, and its colon.
    public mutating func key(_ name: StaticString) {
        beginValue()
        output.append(UInt8(ascii: "\""))
        output.append(name)
        output.append(UInt8(ascii: "\""))
        endKey()
    }

    /// Writes a key and its colon.
    public mutating func key(_ name: String) {
        string(name)
        endKey()
    }

    /// Writes a key whose text, quotes included, is written with ``raw(_:)``, and its colon.
    @inline(__always)
    mutating func key(_ write: (inout JSONWriter) -> Void) {
        beginValue()
        write(&self)
        endKey()
    }

    private mutating func endKey() {
        output.append(UInt8(ascii: ":"))
        needsComma = false
    }

    public mutating func string(_ text: String) {
        string(utf8: text.utf8.span.bytes)
    }

    /// Writes a string whose text lies in memory as UTF-8.
    public mutating func string(utf8 text: RawSpan) {
        beginValue()
        output.append(UInt8(ascii: "\""))
        JSONString.append(text, to: &output)
        output.append(UInt8(ascii: "\""))
        needsComma = true
    }

    public mutating func strings(_ texts: [String]) {
        beginArray()
        for text in texts { string(text) }
        endArray()
    }

    public mutating func number(_ number: Int) {
        beginValue()
        raw(number)
    }

    public mutating func bool(_ isTrue: Bool) {
        beginValue()
        raw(isTrue ? "true" : "false")
    }

    public mutating func null() {
        beginValue()
        raw("null")
    }

    /// Writes a value as its text.
    public mutating func value(_ value: JSONText) {
        beginValue()
        raw(value.text)
    }

    /// Writes a value that is JSON text already.
    public mutating func value(verbatim text: [UInt8]) {
        beginValue()
        raw(text.span.bytes)
    }

    public mutating func member(_ name: StaticString, _ text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }

    public mutating func member(_ name: StaticString, _ number: Int?) {
        key(name)
        if let number { self.number(number) } else { null() }
    }

    public mutating func member(_ name: StaticString, _ number: Int64?) { member(name, number.map { Int($0) }) }

    public mutating func member(_ name: StaticString, _ isTrue: Bool) {
        key(name)
        bool(isTrue)
    }

    public mutating func member(_ name: StaticString, _ value: JSONText) {
        key(name)
        self.value(value)
    }

    // MARK: - A value in pieces

    /// Begins a value that is written in pieces, with ``raw(_:)`` or by appending its text to ``output``.
    public mutating func beginValue() {
        if needsComma { output.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Appends JSON text as it is; the next key or value stands behind a comma.
    public mutating func raw(_ text: StaticString) {
        output.append(text)
        needsComma = true
    }

    /// Appends JSON text as it is.
    public mutating func raw(_ text: String) {
        raw(text.utf8.span.bytes)
    }

    /// Appends JSON text as it is, from where it lies: nothing is retained.
    public mutating func raw(_ text: RawSpan) {
        output.append(text)
        needsComma = true
    }

    /// Appends an integer in decimal digits.
    public mutating func raw(_ integer: Int) {
        output.append(integer)
        needsComma = true
    }
}
