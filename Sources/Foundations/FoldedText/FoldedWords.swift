/// The words of a text, by which it is found (contract, section 10): the runs of letters, numbers and marks in its folded text. Each of
/// the characters of Chinese and Japanese is a word of its own.
public struct FoldedWords: Sendable, Equatable {
    /// Characters of a word that count.
    public static let longest = 64

    /// The words in their order, as UTF-8; a word that stands twice is here twice.
    public private(set) var words: [[UInt8]] = []
    /// Whether the text ends within a word, so that more of it may come.
    public private(set) var endsInWord = false

    public init(of text: String) {
        var word: [UInt8] = []
        var length = 0
        for scalar in String(decoding: FoldedText.bytes(of: text), as: UTF8.self).unicodeScalars {
            let isPart = CharacterClass(of: scalar) != .other
            endsInWord = isPart
            if !isPart || Self.standsAlone(scalar) {
                if length > 0 { words.append(word) }
                word.removeAll()
                length = 0
            }
            guard isPart else { continue }
            let bytes = Array(String(scalar).utf8)
            if Self.standsAlone(scalar) {
                words.append(bytes)
            } else {
                length += 1
                if length <= Self.longest { word += bytes }
            }
        }
        if length > 0 { words.append(word) }
    }

    private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3041...0x30FF, 0x3400...0x9FFF, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
