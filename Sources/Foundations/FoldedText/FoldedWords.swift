/// The words of texts, by which they are found (contract, section 10): the runs of letters, numbers and marks in their folded text. Each of
/// the characters of Chinese and Japanese is a word of its own.
public struct FoldedWords: Sendable, Equatable {
    /// Characters of a word that count.
    public static let longest = 64

    /// The words as UTF-8, one behind the other in their order; a word that stands twice is here twice.
    public private(set) var bytes: [UInt8] = []
    /// The offsets in ``bytes`` where the words end.
    public private(set) var ends: [Int] = []
    /// Whether the last text ends within a word, so that more of it may come.
    public private(set) var endsInWord = false
    /// Characters of the word that has begun.
    private var length = 0

    public init() {}

    public init(of text: String) {
        append(text)
    }

    /// The words in their order, as UTF-8.
    public var words: [[UInt8]] {
        zip([0] + ends, ends).map { Array(bytes[$0..<$1]) }
    }

    /// Appends the words of another text. Linear in it.
    public mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Appends the words of another text, which is valid UTF-8.
    public mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        endsInWord = false
        var index = 0
        while index < text.count {
            if text[index] < 0x80 {
                append(ascii: text[index])
                index += 1
            } else {
                let start = index
                while index < text.count, text[index] >= 0x80 { index += 1 }
                append(others: UnsafeBufferPointer(rebasing: text[start..<index]))
            }
        }
        endWord()
    }

    private mutating func append(ascii byte: UInt8) {
        let lowercase = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
        endsInWord = lowercase &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
        guard endsInWord else { return endWord() }
        length += 1
        if length <= Self.longest { bytes.append(lowercase) }
    }

    private mutating func append(others text: UnsafeBufferPointer<UInt8>) {
        var folded: [UInt8] = []
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { FoldedText.append(scalar, to: &folded) }
        for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars { append(folded: scalar) }
    }

    private mutating func append(folded scalar: Unicode.Scalar) {
        endsInWord = CharacterClass(of: scalar) != .other
        let isAlone = Self.standsAlone(scalar)
        if !endsInWord || isAlone { endWord() }
        guard endsInWord else { return }
        length += 1
        if length <= Self.longest { bytes.append(contentsOf: String(scalar).utf8) }
        if isAlone { endWord() }
    }

    private mutating func endWord() {
        guard length > 0 else { return }
        ends.append(bytes.count)
        length = 0
    }

    private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3041...0x30FF, 0x3400...0x9FFF, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
