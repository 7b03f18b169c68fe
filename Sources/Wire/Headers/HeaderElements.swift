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

    /// Whether a parameter is a weight of 0: `q=0`, `q=0.000`.
    public static func isZeroWeight(_ parameter: Substring.UTF8View) -> Bool {
        guard let first = parameter.first, ASCII.lowercased(first) == UInt8(ascii: "q") else { return false }
        let rest = ASCII.trimmingBlanks(parameter.dropFirst())
        guard rest.first == UInt8(ascii: "=") else { return false }
        return ASCII.trimmingBlanks(rest.dropFirst()).allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    }
}
