import Foundations
public import Lists

/// The entity tags of the contract, as header values with their quotes.
///
/// `variant` is the hash of all that an answer depends on beside the list, eight hexadecimal digits where there is one; an
/// encoded variant ends in `-gz`, last.
public enum ETagSyntax {
    /// The end of an encoded variant's tag.
    static let encodedEnd = "-gz"
    /// Bytes of a variant's hash with the dot before it.
    private static let variantBytes = 9

    /// The tag of a list, a section or a page: `"vV"`.
    public static func version(_ version: Int64, variant: UInt32? = nil, isGzip: Bool = false) -> String {
        var tag = ByteWriter()
        tag.append("\"v")
        tag.append(Int(version))
        return ended(tag, variant, isGzip)
    }

    /// The tag of an item at its index path, the one that a GET sends: `"rR-S.I@ID"`.
    public static func item(
        _ id: Identifier, revision: Int64, section: Int, row: Int, variant: UInt32? = nil, isGzip: Bool = false
    ) -> String {
        var tag = ByteWriter(capacity: 96 + 3 * id.text.utf8.count)
        tag.append("\"r")
        tag.append(Int(revision))
        tag.append("-")
        tag.append(section)
        tag.append(".")
        tag.append(row)
        tag.append("@")
        append(id, to: &tag)
        return ended(tag, variant, isGzip)
    }

    /// The tag of an item's content alone: `"rR@ID"`.
    public static func content(of id: Identifier, revision: Int64, variant: UInt32? = nil, isGzip: Bool = false) -> String {
        var tag = ByteWriter(capacity: 96 + 3 * id.text.utf8.count)
        tag.append("\"r")
        tag.append(Int(revision))
        tag.append("@")
        append(id, to: &tag)
        return ended(tag, variant, isGzip)
    }

    /// Appends an id, percent-encoded. In one that ends as if it said which variant it is, the character before that end is encoded as well: what
    /// is sent for one item is never the tag of a variant of another.
    private static func append(_ id: Identifier, to tag: inout ByteWriter) {
        PercentEncoding.append(id.text, to: &tag)
        // No character of such an end is encoded otherwise.
        let text = id.text.utf8
        let end = isEncoded(text) ? encodedEnd.utf8.count : endsInVariant(text) ? variantBytes : 0
        guard end > 0 else { return }
        tag.removeLast(end)
        tag.append(end == variantBytes ? "%2E" : "%2D")
        tag.append([UInt8](text.suffix(end - 1)))
    }

    /// A tag with the parts that tell variants apart, and its last quote.
    private static func ended(_ begun: consuming ByteWriter, _ variant: UInt32?, _ isGzip: Bool) -> String {
        var tag = begun
        if let variant {
            tag.append(UInt8(ascii: "."))
            for shift in stride(from: UInt32(28), through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: variant >> shift & 0xF)
                tag.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
        if isGzip { tag.append(text: encodedEnd) }
        tag.append(UInt8(ascii: "\""))
        return tag.text
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
