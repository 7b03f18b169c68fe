public import Lists

/// The condition of an `If-Match` or `If-None-Match` (RFC 9110, 13.1).
///
/// `*` matches whatever is there.
public enum EntityTagCondition: Sendable, Hashable {
    /// How tags are compared (RFC 9110, 8.8.3.2).
    public enum Comparison: Sendable {
        /// As `If-None-Match` asks for: a weak tag is as good as a strong one.
        case weak
        /// As `If-Match` asks for: a weak tag never matches.
        case strong
    }

    /// The most tags of a header.
    public static let maximumCount = 1_000

    /// `*`
    case any
    case tags([EntityTag])

    /// Reads a header's value, a list in which elements may be empty; `nil` where it is malformed or has too many.
    public init?(parsing value: String) {
        var scanner = HeaderScanner(value)
        scanner.skipBlanks()
        if scanner.consume("*") {
            scanner.skipBlanks()
            guard scanner.isAtEnd else { return nil }
            self = .any
            return
        }
        var tags: [EntityTag] = []
        while !scanner.isAtEnd {
            if scanner.consume(",") {
                scanner.skipBlanks()
                continue
            }
            let isWeak = scanner.consume("W")
            if isWeak, !scanner.consume("/") { return nil }
            guard scanner.consume("\"") else { return nil }
            let text = scanner.take { $0 == 0x21 || $0 > 0x22 && $0 != 0x7F } ?? ""
            guard scanner.consume("\""), tags.count < Self.maximumCount else { return nil }
            tags.append(EntityTag(text, isWeak: isWeak))
            scanner.skipBlanks()
            guard scanner.isAtEnd || scanner.peek == UInt8(ascii: ",") else { return nil }
        }
        self = .tags(tags)
    }

    /// Whether the condition names a header value that ``ETagSyntax`` has made without an encoding, or its encoded variant: what decides
    /// about a 304.
    public func matches(_ headerValue: String, comparison: Comparison) -> Bool {
        let expected = headerValue.utf8.dropFirst().dropLast()
        return matches(comparison) { text in
            text.utf8.starts(with: expected)
                && (text.utf8.count == expected.count || text.utf8.dropFirst(expected.count).elementsEqual(ETagSyntax.encodedEnd.utf8))
        }
    }

    /// Whether the condition names a version of a list, in any variant.
    public func matches(version: Int64, comparison: Comparison) -> Bool {
        let expected = Array("v\(version)".utf8)
        return matches(comparison) { text in ETagSyntax.readings(of: text).contains { $0.elementsEqual(expected) } }
    }

    /// Whether the condition names an item by either of its two validators, in any variant.
    ///
    /// The id may be percent-encoded in any way.
    public func matches(item id: Identifier, revision: Int64, section: Int, row: Int, comparison: Comparison) -> Bool {
        let heads = [Array("r\(revision)@".utf8), Array("r\(revision)-\(section).\(row)@".utf8)]
        return matches(comparison) { text in
            guard let head = heads.first(where: { text.utf8.starts(with: $0) }) else { return false }
            return ETagSyntax.readings(of: text).contains { reading in
                reading.count > head.count && PercentEncoding.decode(reading.dropFirst(head.count))?.elementsEqual(id.text.utf8) == true
            }
        }
    }

    private func matches(_ comparison: Comparison, _ condition: (String) -> Bool) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains { (comparison == .weak || !$0.isWeak) && condition($0.text) }
        }
    }
}
