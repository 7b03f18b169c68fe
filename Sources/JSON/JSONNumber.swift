/// What a JSON number is worth, of any size and precision: digits without zeros at either end, and the power of ten behind them.
struct JSONNumber: Equatable {
    private var isNegative = false
    private var digits: [UInt8] = []
    private var exponent = 0

    /// `nil` where the exponent is beyond all measure; such numbers are equal only where their texts are.
    init?(_ value: JSONValue) {
        var fraction = 0
        var isFraction = false
        var rest = value.text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                if rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
                guard let written = Int(Substring(rest)), written.magnitude < 1 << 60 else { return nil }
                exponent = written
                rest = rest[rest.endIndex...]
            default:
                digits.append(byte)
                if isFraction { fraction += 1 }
            }
        }
        exponent -= fraction
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
        if digits.isEmpty { (isNegative, exponent) = (false, 0) }
    }
}
