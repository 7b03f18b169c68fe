/// A request target in origin form, kept as sent and split before anything in it is decoded.
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
        if let mark = bytes.firstIndex(of: UInt8(ascii: "?")) {
            rawPath = raw[..<mark].utf8
            rawQuery = raw[bytes.index(after: mark)...].utf8
        } else {
            rawPath = raw[...].utf8
            rawQuery = nil
        }
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.raw.utf8.elementsEqual(right.raw.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(raw)
    }
}
