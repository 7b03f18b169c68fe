internal import CFoundations

/// The classes of characters that words are made of, by Unicode 14.0. A character that it does not have is of none.
public enum CharacterClass: UInt32, Sendable {
    case other, letter, number, mark

    private static let changes = FoldingTable.copy(folded_text_classes)

    /// The class of a character, by its general category (L, N, M).
    public init(of scalar: Unicode.Scalar) {
        let changes = Self.changes
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] & 0x1F_FFFF <= scalar.value { low = middle + 1 } else { high = middle }
        }
        self = low > 0 ? CharacterClass(rawValue: changes[low - 1] >> 21) ?? .other : .other
    }
}
