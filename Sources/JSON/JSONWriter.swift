import ASCII

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
public struct JSONWriter: Sendable {
    /// What was written so far.
    public package(set) var bytes: [UInt8]
    /// Whether something stands before the next key or value, in the same object or array.
    private var needsComma = false

    /// - Parameter bytes: What stands before the JSON text.
    public init(appendingTo bytes: consuming [UInt8] = []) {
        self.bytes = bytes
    }

    /// - Parameter capacity: The bytes that are set aside.
    public init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// What was written, as a value: it has to be one.
    public var value: JSONValue { JSONValue(verbatim: String(decoding: bytes, as: UTF8.self)) }

    public mutating func beginObject() {
        beginValue()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    public mutating func beginArray() {
        beginValue()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Ends a line of NDJSON.
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Writes a key that needs no escape, and its colon.
    public mutating func key(_ name: StaticString) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        ASCII.append(name, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
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
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    public mutating func string(_ text: String) {
        string(utf8: text.utf8.span.bytes)
    }

    /// Writes a string whose text lies in memory as UTF-8.
    public mutating func string(utf8 text: RawSpan) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        JSONString.append(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
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
    public mutating func value(_ value: JSONValue) {
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

    public mutating func member(_ name: StaticString, _ value: JSONValue) {
        key(name)
        self.value(value)
    }

    // MARK: - A value in pieces

    /// Begins a value that is written in pieces, with ``raw(_:)`` or by appending its text to ``bytes``.
    public mutating func beginValue() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Appends JSON text as it is; the next key or value stands behind a comma.
    public mutating func raw(_ text: StaticString) {
        ASCII.append(text, to: &bytes)
        needsComma = true
    }

    /// Appends JSON text as it is.
    public mutating func raw(_ text: String) {
        raw(text.utf8.span.bytes)
    }

    /// Appends JSON text as it is, from where it lies: nothing is retained.
    public mutating func raw(_ text: RawSpan) {
        text.withUnsafeBytes { bytes.append(contentsOf: $0) }
        needsComma = true
    }

    /// Appends an integer in decimal digits.
    public mutating func raw(_ integer: Int) {
        ASCII.append(integer, to: &bytes)
        needsComma = true
    }
}
