import Foundations

/// A number in a path or a query: digits without sign and without a leading zero.
public enum WholeNumber {
    case number(Int)
    /// More than an `Int` holds.
    case tooLarge

    public init?(_ digits: Substring.UTF8View) {
        guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1 else { return nil }
        var number = 0
        var isTooLarge = false
        for digit in digits {
            guard ASCII.isDigit(digit) else { return nil }
            let (product, productOverflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflows) = product.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
            isTooLarge = isTooLarge || productOverflows || sumOverflows
            number = isTooLarge ? 0 : sum
        }
        self = isTooLarge ? .tooLarge : .number(number)
    }

    /// The number, or the largest `Int` where it is too large.
    public var clamped: Int {
        switch self {
        case .number(let number): number
        case .tooLarge: .max
        }
    }
}
