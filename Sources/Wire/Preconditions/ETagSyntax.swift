import ASCII
public import Lists

/// The entity tags of the contract, as header values with their quotes.
///
/// `variant` is the hash of all that an answer depends on beside the list, eight hexadecimal digits where there is one; an
/// encoded variant ends in `-gz`, last.
public enum ETagSyntax {
    /// What the tag of an encoded variant ends in.
    static let encodedEnd = "-gz"

    /// The tag of a list, a section or a page: `"vV"`.
    public static func version(_ version: Int64, variant: UInt32? = nil, isGzip: Bool = false) -> String {
        "\"v\(version)\(suffix(variant, isGzip))\""
    }

    /// The tag of an item at its index path, the one that a GET sends: `"rR-S.I@ID"`.
    public static func item(
        _ id: Identifier, revision: Int64, section: Int, row: Int, variant: UInt32? = nil, isGzip: Bool = false
    ) -> String {
        "\"r\(revision)-\(section).\(row)@\(PercentEncoding.segment(id.text))\(suffix(variant, isGzip))\""
    }

    /// The tag of an item's content alone: `"rR@ID"`.
    public static func content(of id: Identifier, revision: Int64, variant: UInt32? = nil, isGzip: Bool = false) -> String {
        "\"r\(revision)@\(PercentEncoding.segment(id.text))\(suffix(variant, isGzip))\""
    }

    private static func suffix(_ variant: UInt32?, _ isGzip: Bool) -> String {
        guard let variant else { return isGzip ? encodedEnd : "" }
        let digits = String(variant, radix: 16)
        return "." + String(repeating: "0", count: 8 - digits.count) + digits + (isGzip ? encodedEnd : "")
    }

    /// A tag's text, and what it may be without the parts that tell variants apart. An id may look as if it ended in such a part, so
    /// there is more than one reading.
    static func readings(of text: String) -> [Substring.UTF8View] {
        let whole = text[...].utf8
        var readings = [whole]
        if whole.suffix(3).elementsEqual(encodedEnd.utf8) { readings.append(whole.dropLast(3)) }
        for reading in readings {
            let end = reading.suffix(9)
            if end.count == 9, end.first == UInt8(ascii: "."), end.dropFirst().allSatisfy(ASCII.isSmallHexDigit) {
                readings.append(reading.dropLast(9))
            }
        }
        return readings
    }
}
