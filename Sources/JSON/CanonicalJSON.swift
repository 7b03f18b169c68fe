/// A value in the one form that all values have that are equal to it by RFC 9535, 2.3.5.2.2: numbers by what they are worth, exactly and at
/// any exponent; strings by their characters; arrays by their elements, and objects by their members in any order.
public struct CanonicalJSON: Hashable, Sendable {
    /// Thrown where the form is longer than it may be.
    private struct TooLong: Error {}

    private var bytes: [UInt8] = []

    /// How long the form is.
    public var count: Int { bytes.count }

    /// - Parameter value: A validated value.
    public init(_ value: JSONText) {
        // Without a limit there is always a form.
        self = UTF8Text.withBytes(of: value.text) { CanonicalJSON($0, limit: .max) } ?? CanonicalJSON()
    }

    private init() {}

    /// The form of a validated value; `nil` where it is longer than `limit`. Work ends about there, but for numbers with many zeros.
    public init?(_ value: UnsafeBufferPointer<UInt8>, limit: Int) {
        do {
            var reader = JSONReader(value)
            try append(&reader, limit: limit)
        } catch {
            return nil
        }
    }

    private mutating func append(_ reader: inout JSONReader, limit: Int) throws {
        switch try reader.peekKind() {
        case .object: try appendObject(&reader, limit: limit)
        case .array:
            bytes.append(UInt8(ascii: "["))
            try reader.beginArray()
            while try reader.nextElement() {
                try append(&reader, limit: limit)
                bytes.append(UInt8(ascii: ","))
            }
            bytes.append(UInt8(ascii: "]"))
        case .string:
            let span = try reader.scanValue()
            // An escape takes six bytes at most for one.
            guard span.compactCount / 6 <= limit else { throw TooLong() }
            let source = reader.bytes(span.range)
            guard source.contains(UInt8(ascii: "\\")) else {
                bytes += source
                break
            }
            guard let text = reader.value(span).stringContent else { throw TooLong() }
            append(string: text)
        case .number: append(JSONNumber(try reader.readValue()))
        case .bool, .null: bytes += Array(try reader.readValue().text.utf8)
        }
        guard bytes.count <= limit else { throw TooLong() }
    }

    private mutating func appendObject(_ reader: inout JSONReader, limit: Int) throws {
        bytes.append(UInt8(ascii: "{"))
        let start = bytes.count
        var members: [(key: String, range: Range<Int>)] = []
        try reader.beginObject()
        while let key = try reader.nextKey() {
            let first = bytes.count
            append(string: key)
            bytes.append(UInt8(ascii: ":"))
            try append(&reader, limit: limit)
            bytes.append(UInt8(ascii: ","))
            members.append((key, first..<bytes.count))
        }
        let sorted = members.sorted { UTF8Text.isOrdered($0.key, before: $1.key) }
        if zip(sorted, members).contains(where: { $0.range != $1.range }) {
            bytes.replaceSubrange(start..., with: sorted.flatMap { bytes[$0.range] })
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func append(string: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(_ number: JSONNumber) {
        if number.isNegative { bytes.append(UInt8(ascii: "-")) }
        for digit in number.digits { bytes.append(digit &+ UInt8(ascii: "0")) }
        bytes.append(UInt8(ascii: "e"))
        if number.exponent.isNegative { bytes.append(UInt8(ascii: "-")) }
        for digit in number.exponent.digits { bytes.append(digit &+ UInt8(ascii: "0")) }
    }
}
