/// A URI or a relative reference in its five components (RFC 3986), compared as text.
struct URIReference: Equatable {
    private var scheme: String?
    private var authority: String?
    private var path: String
    private var query: String?
    private(set) var fragment: String?

    /// Splits a text, as RFC 3986's appendix B does; `nil` where it has a character that no URI has.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !#""<>\^`{|}"#.utf8.contains($0) }) else { return nil }
        var rest = text.utf8[...]
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            fragment = String(Substring(rest[rest.index(after: hash)...]))
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = String(Substring(rest[rest.index(after: mark)...]))
            rest = rest[..<mark]
        }
        if let end = rest.firstIndex(where: { "/:".utf8.contains($0) }), rest[end] == UInt8(ascii: ":"), end > rest.startIndex {
            scheme = String(Substring(rest[..<end]))
            rest = rest[rest.index(after: end)...]
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = String(Substring(rest[..<end]))
            rest = rest[end...]
        }
        path = String(Substring(rest))
    }

    /// The URI without its fragment, as text.
    var absolute: String {
        (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path + (query.map { "?" + $0 } ?? "")
    }

    /// The fragment, with its percent escapes undone; `nil` where they are wrong.
    var decodedFragment: String? {
        var bytes: [UInt8] = []
        var rest = (fragment ?? "").utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Resolves a reference at this base (RFC 3986, 5.2.2).
    func resolving(_ reference: URIReference) -> URIReference {
        var target = reference
        if reference.scheme != nil || reference.authority != nil {
            target.scheme = reference.scheme ?? scheme
        } else {
            target.scheme = scheme
            target.authority = authority
            if reference.path.isEmpty {
                target.path = path
                target.query = reference.query ?? query
                return target
            }
            if !reference.path.utf8.starts(with: "/".utf8) { target.path = folder + reference.path }
        }
        target.path = Self.removingDots(target.path)
        return target
    }

    /// The path up to its last slash.
    private var folder: String {
        if authority != nil, path.isEmpty { return "/" }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[...slash])
    }

    /// The path without `.` and `..` (RFC 3986, 5.2.4).
    private static func removingDots(_ path: String) -> String {
        let isRooted = path.utf8.starts(with: "/".utf8)
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(isRooted ? 1 : 0)
        guard segments.contains(where: { $0 == "." || $0 == ".." }) else { return path }
        var kept: [Substring] = []
        for segment in segments {
            if segment == ".." {
                _ = kept.popLast()
            } else if segment != "." {
                kept.append(segment)
            }
        }
        if let last = segments.last, last == "." || last == ".." { kept.append("") }
        return (isRooted ? "/" : "") + kept.joined(separator: "/")
    }
}
