/// Text as people compare it: without case, accents and forms that are alike (contract, section 9).
///
/// Each character is folded by itself, by tables of Unicode 14.0 that are part of the program: the same on every machine. Linear in the text.
public enum FoldedText {
    /// The folded text of a text's first characters, as UTF-8: its bytes are ordered as its characters are.
    public static func bytes(of text: String, characters limit: Int = .max) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars.prefix(limit) { append(scalar, to: &bytes) }
        return bytes
    }

    /// Appends what a character folds to, as UTF-8.
    public static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        if scalar.value < 0x80 {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            output.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
        } else if let parts = HangulSyllable(scalar)?.parts {
            for part in parts { encode(part, to: &output) }
        } else {
            switch FoldingTable.foldings.outcome(of: scalar) {
            case .same: encode(scalar, to: &output)
            case .other(let other): encode(other, to: &output)
            case .text(let range): output.append(contentsOf: FoldingTable.texts[range])
            case .nothing: break
            }
        }
    }

    private static func encode(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    /// The first character of the folded text, in upper case where that is one character; `nil` where it is no letter, or there is none.
    public static func initial(of text: String) -> Unicode.Scalar? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars where bytes.isEmpty { append(scalar, to: &bytes) }
        guard let first = String(decoding: bytes, as: UTF8.self).unicodeScalars.first, CharacterClass(of: first) == .letter else {
            return nil
        }
        if case .other(let capital) = FoldingTable.capitals.outcome(of: first) { return capital }
        return first
    }
}

/// A syllable of Hangul, which is taken apart by a rule (Unicode 14.0, 3.12).
private struct HangulSyllable {
    private let index: UInt32

    init?(_ scalar: Unicode.Scalar) {
        guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
        index = scalar.value - 0xAC00
    }

    /// Its letters: two or three.
    var parts: [Unicode.Scalar] {
        let last = index % 28
        let values = [0x1100 + index / 588, 0x1161 + index % 588 / 28] + (last > 0 ? [0x11A7 + last] : [])
        return values.compactMap { Unicode.Scalar($0) }
    }
}
