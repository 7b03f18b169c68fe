import ASCII

/// Percent-encoding of one segment of a path (RFC 3986).
public enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// A text with all but `A–Z a–z 0–9 - . _ ~` encoded.
    public static func segment(_ text: String) -> String {
        var output: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                output.append(byte)
            } else {
                output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
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
        ASCII.isAlphanumeric(byte) || "-._~".utf8.contains(byte)
    }
}
