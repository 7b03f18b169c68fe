/// What a pattern of list ids looks like.
enum ListPattern {
    /// Whether a text is 1 to 128 of the characters of a list's id and `*`.
    static func isPossible(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "*"):
            true
        default: false
        }
    }
}
