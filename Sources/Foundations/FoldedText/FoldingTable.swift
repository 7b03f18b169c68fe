internal import CFoundations

/// Ranges of characters that become other characters, by binary search.
///
/// `Sources/CFoundations` says how they are packed.
struct FoldingTable: Sendable {
    /// The outcome for a character.
    enum Outcome {
        case same
        case other(Unicode.Scalar)
        /// A range of the UTF-8 texts.
        case text(Range<Int>)
        case nothing
    }

    static let foldings = FoldingTable(folded_text_foldings)
    static let capitals = FoldingTable(folded_text_capitals)
    /// Texts of several characters, as UTF-8.
    static let texts = Self.copy(folded_text_texts)

    private let words: [UInt32]

    private init(_ table: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt32>) {
        words = Self.copy(table)
    }

    static func copy<Element>(_ table: (UnsafeMutablePointer<Int>) -> UnsafePointer<Element>) -> [Element] {
        var count = 0
        let start = table(&count)
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    func outcome(of scalar: Unicode.Scalar) -> Outcome {
        var (low, high) = (0, words.count / 2)
        while low < high {
            let middle = (low + high) / 2
            if words[2 * middle] & 0x1F_FFFF <= scalar.value { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return .same }
        let (head, tail) = (words[2 * low - 2], words[2 * low - 1])
        let distance = scalar.value - head & 0x1F_FFFF
        guard distance <= tail & 0xFFF else { return .same }
        let value = Int(tail >> 12)
        switch head >> 21 {
        case 1 where distance % 2 == 1: return .same
        case 0, 1: return Unicode.Scalar(UInt32(clamping: Int(scalar.value) + value - 1 << 19)).map { .other($0) } ?? .same
        case 2: return .text((value & 0x1FFF)..<(value & 0x1FFF + value >> 13))
        default: return .nothing
        }
    }
}
