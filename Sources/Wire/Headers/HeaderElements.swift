import Foundations

/// The elements of a header field that is a list (RFC 9110, 5.6.1), and their parts, found in its bytes.
///
/// Text from outside is never compared as the standard library compares strings: canonical equivalence takes the square of the time that a
/// long run of combining characters takes to read.
public enum HeaderElements {
    /// The parts between two of a separator, without blanks at both ends; those that are empty then are left out.
    public static func split(_ value: Substring.UTF8View, at separator: Unicode.Scalar) -> [Substring.UTF8View] {
        value.split(separator: UInt8(ascii: separator)).map(ASCII.trimmingBlanks).filter { !$0.isEmpty }
    }

    /// Whether an `Accept-Encoding` header takes gzip (RFC 9110, 12.5.3): named, or meant by `*`, with a weight above 0. The first element that
    /// names it decides.
    public static func takeGzip(_ value: UnsafeRawBufferPointer) -> Bool {
        var wildcard = false
        var rest = value
        while !rest.isEmpty {
            let (element, tail) = halves(of: rest, at: ",")
            let (coding, parameters) = halves(of: element, at: ";")
            switch coding.count {
            case 1 where coding[0] == UInt8(ascii: "*"): wildcard = !hasZeroWeight(parameters)
            case 4 where ASCII.begins(coding, withLowercase: "gzip"): return !hasZeroWeight(parameters)
            case 6 where ASCII.begins(coding, withLowercase: "x-gzip"): return !hasZeroWeight(parameters)
            default: break
            }
            rest = tail
        }
        return wildcard
    }

    /// Calls `body` with each part between two of a separator, without blanks at both ends; those that are empty then are left out.
    static func forEach(in value: UnsafeRawBufferPointer, at separator: Unicode.Scalar, _ body: (UnsafeRawBufferPointer) -> Void) {
        var rest = value
        while !rest.isEmpty {
            let (part, tail) = halves(of: rest, at: separator)
            if !part.isEmpty { body(part) }
            rest = tail
        }
    }

    /// The parts before and behind the first of a separator, the former without blanks at both ends; nothing is behind where there is none.
    static func halves(of text: UnsafeRawBufferPointer, at separator: Unicode.Scalar) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer) {
        let separator = UInt8(ascii: separator)
        var found = 0
        while found < text.count, text[found] != separator { found &+= 1 }
        var (start, end) = (0, found)
        while start < end, ASCII.isBlank(text[start]) { start &+= 1 }
        while start < end, ASCII.isBlank(text[end &- 1]) { end &-= 1 }
        return (
            UnsafeRawBufferPointer(rebasing: text[start..<end]), UnsafeRawBufferPointer(rebasing: text[min(found &+ 1, text.count)...])
        )
    }

    /// Whether one of the parameters of an element is a weight of 0: `q=0`, `q=0.000`.
    static func hasZeroWeight(_ parameters: UnsafeRawBufferPointer) -> Bool {
        var isZero = false
        forEach(in: parameters, at: ";") { parameter in
            let (name, value) = halves(of: parameter, at: "=")
            guard name.count < parameter.count, ASCII.isEqual(name, toLowercase: "q") else { return }
            isZero = isZero || ASCII.trimmingBlanks(value).allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
        }
        return isZero
    }
}
