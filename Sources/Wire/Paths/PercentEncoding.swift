public import Foundations

/// Percent-encoding of one segment of a path (RFC 3986).
public enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// A text with all but `A–Z a–z 0–9 - . _ ~` encoded.
    public static func segment(_ text: String) -> String {
        if text.utf8.allSatisfy(isUnreserved) { return text }
        var output = ByteWriter()
        append(text, to: &output)
        return output.text
    }

    /// Appends a text as ``segment(_:)`` encodes it.
    public static func append(_ text: String, to output: inout ByteWriter) {
        output.reserve(3 * text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                output.append(byte)
            } else {
                output.append(UInt8(ascii: "%"))
                output.append(digits[Int(byte >> 4)])
                output.append(digits[Int(byte & 0x0F)])
            }
        }
    }

    /// The bytes that an encoded text stands for; `nil` where a `%` has no two hexadecimal digits behind it.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                output.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(ASCII.hexValue), let low = rest.popFirst().flatMap(ASCII.hexValue) else { return nil }
            output.append(high << 4 | low)
        }
        return output
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: ASCII.isAlphanumeric(byte)
        }
    }
}
