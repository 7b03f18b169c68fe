import JSON

/// Writes values one behind the other so that the order of the bytes is theirs.
///
/// Each begins with a byte for its kind. In descending order all of its bytes are turned round, but for what always comes last.
struct SortKeyWriter {
    private(set) var bytes: [UInt8] = []
    private static let last: UInt8 = 0xFF

    /// Booleans before numbers, numbers before texts.
    mutating func append(_ value: Bool, _ order: ViewOrder) { append(order) { $0.bytes += [1, value ? 1 : 0] } }

    mutating func append(_ number: JSONNumber, _ order: ViewOrder) {
        append(order) {
            $0.bytes.append(2)
            $0.append(number)
        }
    }

    mutating func append(text: some Sequence<UInt8>, _ order: ViewOrder) {
        append(order) {
            $0.bytes.append(3)
            $0.append(text: text)
        }
    }

    /// Appends a value that comes last in either order.
    ///
    /// - Parameter rank: Its order among these.
    mutating func appendLast(rank: UInt8 = 0) { bytes += [Self.last, rank] }

    /// Appends a text that ends the key, in ascending order.
    mutating func end(with text: some Sequence<UInt8>) -> SortKey {
        bytes += text
        return SortKey(bytes: bytes)
    }

    private mutating func append(_ order: ViewOrder, _ write: (inout SortKeyWriter) -> Void) {
        let start = bytes.count
        write(&self)
        if order == .descending { turn(from: start) }
    }

    private mutating func turn(from start: Int) {
        for index in start..<bytes.count { bytes[index] = ~bytes[index] }
    }

    /// A text and an end that comes before every character.
    private mutating func append(text: some Sequence<UInt8>) {
        for byte in text {
            bytes.append(byte)
            if byte == 0 { bytes.append(1) }
        }
        bytes += [0, 0]
    }

    /// A number by its sign, its scale (the power of ten above its first digit) and its digits.
    private mutating func append(_ number: JSONNumber) {
        guard !number.isZero else { return bytes.append(1) }
        bytes.append(number.isNegative ? 0 : 2)
        let start = bytes.count
        let scale = number.exponent.adding(number.digits.count)
        bytes.append(scale.isNegative ? 0 : 1)
        let digits = scale.digits
        let scaleStart = bytes.count
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: digits.count >> shift)) }
        bytes += digits
        if scale.isNegative { turn(from: scaleStart) }
        for digit in number.digits { bytes.append(digit + 1) }
        bytes.append(0)
        if number.isNegative { turn(from: start) }
    }
}
