import Foundations

extension JSONScanner {
    /// Passes a string, a number or a literal name.
    mutating func scanScalar() throws(JSONSyntaxError) {
        switch bytes[position] {
        case UInt8(ascii: "\""): _ = try scanString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
        case UInt8(ascii: "t"): try scanName("true")
        case UInt8(ascii: "f"): try scanName("false")
        case UInt8(ascii: "n"): try scanName("null")
        default: throw expected("a value")
        }
    }

    private mutating func scanNumber() throws(JSONSyntaxError) {
        let start = position
        _ = consumeInPlace(UInt8(ascii: "-"))
        if consumeInPlace(UInt8(ascii: "0")) {
            if position < count, ASCII.isDigit(bytes[position]) { throw error("a number with a leading zero", at: start) }
        } else {
            try scanDigits(of: "a number", from: start)
        }
        if consumeInPlace(UInt8(ascii: ".")) { try scanDigits(of: "a fraction", from: start) }
        if consumeInPlace(UInt8(ascii: "e")) || consumeInPlace(UInt8(ascii: "E")) {
            if !consumeInPlace(UInt8(ascii: "-")) { _ = consumeInPlace(UInt8(ascii: "+")) }
            try scanDigits(of: "an exponent", from: start)
        }
    }

    @inline(__always)
    private mutating func scanDigits(of part: StaticString, from start: Int) throws(JSONSyntaxError) {
        let first = position
        var index = position
        while index < count, ASCII.isDigit(bytes[index]) { index += 1 }
        guard index > first else { throw error("\(part) without digits", at: start) }
        position = index
    }

    private mutating func scanName(_ name: StaticString) throws(JSONSyntaxError) {
        let length = name.utf8CodeUnitCount
        guard position + length <= count else { throw error("a value is expected", at: position) }
        for index in 0..<length where bytes[position + index] != name.utf8Start[index] {
            throw error("a value is expected", at: position)
        }
        position += length
    }
}
