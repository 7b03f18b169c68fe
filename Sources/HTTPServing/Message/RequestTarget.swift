/// A request target, kept as sent and split before anything in it is decoded.
///
/// The path and the query are those of the origin form: of a target in absolute form (`http://host/path?query`) the scheme and the
/// authority are left out, as RFC 9112 (3.2.2) asks. The asterisk form has `*` for its path.
public struct RequestTarget: Sendable, Hashable {
    /// The target's bytes as sent.
    public let raw: String
    /// The path, as sent, without the query.
    public let rawPath: Substring.UTF8View
    /// The query, as sent, without its `?`; `nil` when there is none.
    public let rawQuery: Substring.UTF8View?

    public init(_ raw: String) {
        self.raw = raw
        let bytes = raw.utf8
        if bytes.first == UInt8(ascii: "/") {
            (rawPath, rawQuery) = Self.split(raw[...])
        } else if let rest = Self.afterAuthority(bytes) {
            let (path, query) = Self.split(raw[rest...])
            rawPath = path.isEmpty ? ("/" as Substring).utf8 : path
            rawQuery = query
        } else {
            (rawPath, rawQuery) = Self.split(raw[...])
        }
    }

    public static func == (left: Self, right: Self) -> Bool {
        let areEqual = left.raw.utf8.withContiguousStorageIfAvailable { left in
            right.raw.utf8.withContiguousStorageIfAvailable { right in Bytes.areEqual(left, right) }
        }
        return (areEqual ?? nil) ?? left.raw.utf8.elementsEqual(right.raw.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(raw)
    }

    private static func split(_ text: Substring) -> (path: Substring.UTF8View, query: Substring.UTF8View?) {
        let bytes = text.utf8
        // Looked for in the bytes themselves, since a string's index costs more than a byte.
        let place = bytes.withContiguousStorageIfAvailable { $0.firstIndex(of: UInt8(ascii: "?")) }
        let mark = place.map { $0.map { bytes.index(bytes.startIndex, offsetBy: $0) } } ?? bytes.firstIndex(of: UInt8(ascii: "?"))
        guard let mark else { return (bytes, nil) }
        return (bytes[..<mark], bytes[bytes.index(after: mark)...])
    }

    /// Where the path starts in a target in absolute form; `nil` for any other form.
    private static func afterAuthority(_ bytes: String.UTF8View) -> String.Index? {
        for scheme in ["http://", "https://"] {
            let head = bytes.prefix(scheme.utf8.count)
            guard head.elementsEqual(scheme.utf8, by: { $0 | 0x20 == $1 | 0x20 }) else { continue }
            return bytes[head.endIndex...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? bytes.endIndex
        }
        return nil
    }
}
