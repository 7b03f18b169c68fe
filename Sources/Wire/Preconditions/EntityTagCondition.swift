public import Lists

/// What an `If-Match` or `If-None-Match` asks about (RFC 9110, 13.1).
///
/// All comparisons are strong: a weak tag never matches. `*` matches whatever is there.
public enum EntityTagCondition: Sendable, Hashable {
    /// `*`
    case any
    case tags([EntityTag])

    /// Reads a header's value, a list in which elements may be empty; `nil` where it is malformed.
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
            guard scanner.consume("\"") else { return nil }
            tags.append(EntityTag(text, isWeak: isWeak))
            scanner.skipBlanks()
            guard scanner.isAtEnd || scanner.peek == UInt8(ascii: ",") else { return nil }
        }
        self = .tags(tags)
    }

    /// Whether the condition names exactly a header value that `ETagSyntax` made: what decides about a 304.
    public func matches(exactly headerValue: String) -> Bool {
        matches { "\"\($0)\"".utf8.elementsEqual(headerValue.utf8) }
    }

    /// Whether the condition names a version of a list, in any variant.
    public func matches(version: Int64) -> Bool {
        let expected = Array("v\(version)".utf8)
        return matches { text in ETagSyntax.readings(of: text).contains { $0.elementsEqual(expected) } }
    }

    /// Whether the condition names an item by either of its two validators, in any variant.
    ///
    /// The id may be percent-encoded in any way.
    public func matches(item id: Identifier, revision: Int64, section: Int, row: Int) -> Bool {
        let heads = [Array("r\(revision)@".utf8), Array("r\(revision)-\(section).\(row)@".utf8)]
        return matches { text in
            guard let head = heads.first(where: { text.utf8.starts(with: $0) }) else { return false }
            return ETagSyntax.readings(of: text).contains { reading in
                reading.count > head.count && PercentEncoding.decode(reading.dropFirst(head.count))?.elementsEqual(id.text.utf8) == true
            }
        }
    }

    private func matches(_ condition: (String) -> Bool) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains { !$0.isWeak && condition($0.text) }
        }
    }
}
