import Foundations

/// The exponent of a decimal number: an integer of any size, as a text may write it.
package enum DecimalExponent: Hashable, Comparable, Sendable {
    /// One whose magnitude is below ``limit``, always in this case.
    case small(Int)
    /// Any other: its decimal digits from 0 to 9, the first of them not 0.
    case large(isNegative: Bool, digits: [UInt8])

    private static let limit = 1 << 60

    package init(_ value: Int) {
        self = .small(value)
    }

    /// - Parameter text: Digits with a sign or without, at least one.
    init(text: Substring.UTF8View) {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = text.drop { !ASCII.isDigit($0) }.map { $0 &- UInt8(ascii: "0") }
        self.init(isNegative: isNegative, digits: digits)
    }

    private init(isNegative: Bool, digits: [UInt8]) {
        let digits = Array(digits.drop { $0 == 0 })
        var magnitude = digits.count <= 19 ? UInt64(0) : UInt64.max
        if digits.count <= 19 { for digit in digits { magnitude = magnitude &* 10 &+ UInt64(digit) } }
        if magnitude < UInt64(Self.limit) {
            self = .small(isNegative ? -Int(magnitude) : Int(magnitude))
        } else {
            self = .large(isNegative: isNegative, digits: digits)
        }
    }

    package var isNegative: Bool {
        switch self {
        case .small(let value): value < 0
        case .large(let isNegative, _): isNegative
        }
    }

    /// The decimal digits of the magnitude, from 0 to 9, the highest first.
    package var digits: [UInt8] {
        switch self {
        case .small(let value): String(value.magnitude).utf8.map { $0 &- UInt8(ascii: "0") }
        case .large(_, let digits): digits
        }
    }

    /// The sum with an integer.
    ///
    /// - Parameter change: Below the length of any text in magnitude.
    package func adding(_ change: Int) -> DecimalExponent {
        switch self {
        case .small(let value):
            let sum = value + change
            if sum.magnitude < UInt(Self.limit) { return .small(sum) }
            return DecimalExponent(isNegative: sum < 0, digits: DecimalExponent.small(sum).digits)
        case .large(let isNegative, var digits):
            // Each step carries what does not fit one digit, upwards or, where it is below 0, as a loan.
            var carry = isNegative ? -change : change
            for index in digits.indices.reversed() where carry != 0 {
                let sum = Int(digits[index]) + carry
                let digit = (sum % 10 + 10) % 10
                digits[index] = UInt8(digit)
                carry = (sum - digit) / 10
            }
            if carry > 0 { digits = DecimalExponent.small(carry).digits + digits }
            return DecimalExponent(isNegative: isNegative, digits: digits)
        }
    }

    package static func < (left: DecimalExponent, right: DecimalExponent) -> Bool {
        if case .small(let left) = left, case .small(let right) = right { return left < right }
        if left.isNegative != right.isNegative { return left.isNegative }
        let (leftDigits, rightDigits) = (left.digits, right.digits)
        let isCloserToZero =
            leftDigits.count == rightDigits.count
            ? leftDigits.lexicographicallyPrecedes(rightDigits) : leftDigits.count < rightDigits.count
        return left.isNegative ? !isCloserToZero && left != right : isCloserToZero
    }
}
