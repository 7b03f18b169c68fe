/// The value of a JSON number, of any size and precision: digits without zeros at either end, and the power of ten behind them.
///
/// Two values are equal if the numbers are, and ordered as the numbers are, exactly. Making and comparing them takes time in proportion to
/// their texts, whatever their exponents.
package struct JSONNumber: Hashable, Comparable, Sendable {
    /// False for zero.
    package let isNegative: Bool
    /// Values from 0 to 9, the first and the last of them not 0; none for zero.
    package let digits: [UInt8]
    /// The power of ten that the last digit counts; 0 for zero.
    package let exponent: DecimalExponent

    /// - Parameter value: A validated number.
    package init(_ value: JSONText) {
        var isNegative = false
        var digits: [UInt8] = []
        var fraction = 0
        var isFraction = false
        var exponent = DecimalExponent(0)
        var rest = value.text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                exponent = DecimalExponent(text: rest)
                rest = rest[rest.endIndex...]
            default:
                digits.append(byte &- UInt8(ascii: "0"))
                if isFraction { fraction += 1 }
            }
        }
        let written = digits.count
        while digits.last == 0 { digits.removeLast() }
        exponent = exponent.adding(written - digits.count - fraction)
        digits = Array(digits.drop { $0 == 0 })
        self.isNegative = isNegative && !digits.isEmpty
        self.exponent = digits.isEmpty ? DecimalExponent(0) : exponent
        self.digits = digits
    }

    package var isZero: Bool { digits.isEmpty }

    /// Whether there is no fraction: `1.0` and `1e2` have none.
    package var isInteger: Bool { !exponent.isNegative }

    package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isCloserToZero(than: left) : left.isCloserToZero(than: right)
    }

    /// Whether the magnitude is smaller than another's.
    private func isCloserToZero(than other: JSONNumber) -> Bool {
        if isZero || other.isZero { return isZero && !other.isZero }
        let (scale, otherScale) = (exponent.adding(digits.count), other.exponent.adding(other.digits.count))
        return scale == otherScale ? digits.lexicographicallyPrecedes(other.digits) : scale < otherScale
    }
}
