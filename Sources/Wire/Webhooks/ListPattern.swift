import Foundations

/// The syntax of patterns of list ids.
enum ListPattern {
    /// Whether a text is 1 to 128 of the characters of a list's id and `*`.
    static func isPossible(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "-._~*".utf8.contains(byte)
    }
}
