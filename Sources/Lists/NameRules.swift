/// The rule that ids and the names of cell types share.
public enum NameRules {
    /// Whether a text has 1 to `maximumLength` Unicode scalars, none of them a control character (general category Cc: C0, DEL, C1).
    public static func areKept(by text: String, maximumLength: Int = 128) -> Bool {
        var length = 0
        for scalar in text.unicodeScalars {
            length += 1
            if length > maximumLength || scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) { return false }
        }
        return length > 0
    }
}
