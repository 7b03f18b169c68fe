internal import JSON

/// The number of a `multipleOf`, above 0: digits that fit a machine word, and a power of ten.
struct Divisor: Sendable {
    private let digits: UInt64
    private let exponent: Int

    /// - Returns: `nil` where the number is not above 0, or has more than ``SchemaLimits/divisorDigitCount`` significant digits or an
    ///   exponent of more than nine.
    init?(_ number: JSONNumber) {
        guard !number.isZero, !number.isNegative, number.digits.count <= SchemaLimits.divisorDigitCount,
            case .small(let exponent) = number.exponent, exponent.magnitude < 1_000_000_000
        else { return nil }
        digits = number.digits.reduce(0) { $0 &* 10 &+ UInt64($1) }
        self.exponent = exponent
    }

    /// Whether a number is this one times an integer, exactly; in time in proportion to the number's text, its exponent included.
    func divides(_ number: JSONNumber) -> Bool {
        if number.isZero { return true }
        let power = number.exponent.adding(-exponent)
        // The digits of a number end in no zero, so they are no multiple of ten.
        guard !power.isNegative else { return false }
        // The remainder of ten to that power, digit by digit of the power: what there is to the tenth, times ten to the digit.
        var scale = UInt64(1) % digits
        for digit in power.digits { scale = multiply(raise(scale, to: 10), raise(10 % digits, to: digit)) }
        return multiply(remainder(of: number.digits), scale) == 0
    }

    private func remainder(of decimal: [UInt8]) -> UInt64 {
        decimal.reduce(0) { remainder, digit in
            // The divisor is below 10 to the 18th, so the sum fits.
            (multiply(remainder, 10 % digits) &+ UInt64(digit)) % digits
        }
    }

    private func raise(_ base: UInt64, to power: UInt8) -> UInt64 {
        (0..<power).reduce(1 % digits) { product, _ in multiply(product, base) }
    }

    private func multiply(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        // Both are remainders, so the high word is below the divisor.
        return high < digits ? digits.dividingFullWidth((high, low)).remainder : 0
    }
}
