extension JSONText {
    /// Whether no more arrays and objects stand within each other than a number of them. Takes time linear in the text, and none for a text
    /// too short to hold more.
    package func isNested(atMost limit: Int) -> Bool {
        // Each of them has two brackets.
        guard byteCount >= 2 * (limit + 1) else { return true }
        var depth = 0
        var (isInString, isEscaped) = (false, false)
        for byte in text.utf8 {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else {
                    isInString = byte != UInt8(ascii: "\"")
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > limit { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return true
    }
}
