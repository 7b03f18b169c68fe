/// Base64 for URLs (RFC 4648, section 5), without padding.
enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                output.append(alphabet[Int(bits >> count & 63)])
            }
            bits &= (1 << count) - 1
        }
        if count > 0 { output.append(alphabet[Int(bits << (6 - count) & 63)]) }
        return String(decoding: output, as: UTF8.self)
    }

    /// The bytes of a text; `nil` where it has another character, or bits to spare that are not 0.
    static func bytes(_ text: String) -> [UInt8]? {
        var output: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for character in text.utf8 {
            guard let digit = alphabet.firstIndex(of: character) else { return nil }
            bits = bits << 6 | UInt32(digit)
            count += 6
            if count >= 8 {
                count -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> count))
            }
            bits &= (1 << count) - 1
        }
        return count < 6 && bits == 0 ? output : nil
    }
}
