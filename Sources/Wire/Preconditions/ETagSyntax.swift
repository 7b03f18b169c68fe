import ASCII
import JSON
public import Lists

/// The entity tags of the contract, as header values with their quotes.
///
/// `variant` is the hash of all that an answer depends on beside the list, eight hexadecimal digits where there is one; an
/// encoded variant ends in `-gz`, last.
public enum ETagSyntax {
    /// What the tag of an encoded variant ends in.
    static let encodedEnd = "-gz"
    /// Bytes of a variant's hash with the dot before it.
    private static let variantBytes = 9

    /// The tag of a list, a section or a page: `"vV"`.
    public static func version(_ version: Int64, variant: UInt32? = nil, isGzip: Bool = false) -> String {
        "\"v\(version)\(suffix(variant, isGzip))\""
    }

    /// The tag of an item at its index path, the one that a GET sends: `"rR-S.I@ID"`.
    public static func item(
        _ id: Identifier, revision: Int64, section: Int, row: Int, variant: UInt32? = nil, isGzip: Bool = false
    ) -> String {
        "\"r\(revision)-\(section).\(row)@\(name(id))\(suffix(variant, isGzip))\""
    }

    /// The tag of an item's content alone: `"rR@ID"`.
    public static func content(of id: Identifier, revision: Int64, variant: UInt32? = nil, isGzip: Bool = false) -> String {
        "\"r\(revision)@\(name(id))\(suffix(variant, isGzip))\""
    }

    /// An id, percent-encoded. In one that ends as if it said which variant it is, the character before that end is encoded as well: what
    /// is sent for one item is never the tag of a variant of another.
    private static func name(_ id: Identifier) -> String {
        let text = PercentEncoding.segment(id.text)
        let end = UTF8Text.withBytes(of: text) { isEncoded($0) ? encodedEnd.utf8.count : endsInVariant($0) ? variantBytes : 0 }
        guard end > 0 else { return text }
        return "\(text.dropLast(end))\(end == variantBytes ? "%2E" : "%2D")\(text.suffix(end - 1))"
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
        if isEncoded(whole) { readings.append(whole.dropLast(encodedEnd.utf8.count)) }
        for reading in readings where endsInVariant(reading) { readings.append(reading.dropLast(variantBytes)) }
        return readings
    }

    private static func isEncoded(_ text: some BidirectionalCollection<UInt8>) -> Bool {
        text.last == UInt8(ascii: "z") && text.suffix(encodedEnd.utf8.count).elementsEqual(encodedEnd.utf8)
    }

    private static func endsInVariant(_ text: some BidirectionalCollection<UInt8>) -> Bool {
        guard let last = text.last, ASCII.isSmallHexDigit(last) else { return false }
        let end = text.suffix(variantBytes)
        return end.count == variantBytes && end.first == UInt8(ascii: ".") && end.dropFirst().allSatisfy(ASCII.isSmallHexDigit)
    }
}
