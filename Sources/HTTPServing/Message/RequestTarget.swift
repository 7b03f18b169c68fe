import Foundations

/// A request target, kept as sent and split before anything in it is decoded.
///
/// The path and the query are those of the origin form: of a target in absolute form (`http://host/path?query`) the scheme and the
/// authority are left out, as RFC 9112 (3.2.2) asks. The asterisk form has `*` for its path.
public struct RequestTarget: Sendable, Hashable {
    /// The target's bytes as sent.
    public let raw: String
    /// Offsets in the bytes: of the path's first, and behind its last.
    private let path: Range<Int>
    /// Whether the target is in absolute form and has no path, which means the root.
    private let isRoot: Bool

    public init(_ raw: String) {
        var raw = raw
        (path, isRoot) = raw.withUTF8 { bytes in
            let start = bytes.first == UInt8(ascii: "/") ? 0 : Self.afterAuthority(bytes) ?? 0
            let end = Bytes.index(of: UInt8(ascii: "?"), in: bytes, from: start)
            return (start..<end, start > 0 && start == end)
        }
        self.raw = raw
    }

    /// The path, as sent, without the query.
    public var rawPath: Substring.UTF8View { isRoot ? ("/" as Substring).utf8 : bytes(path) }

    /// The query, as sent, without its `?`; `nil` when there is none.
    public var rawQuery: Substring.UTF8View? {
        let count = raw.utf8.count
        return path.upperBound < count ? bytes(path.upperBound + 1..<count) : nil
    }

    public static func == (left: Self, right: Self) -> Bool {
        let areEqual = left.raw.utf8.withContiguousStorageIfAvailable { left in
            right.raw.utf8.withContiguousStorageIfAvailable { right in Bytes.areEqual(left, right) }
        }
        return (areEqual ?? nil) ?? left.raw.utf8.elementsEqual(right.raw.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        // Its bytes, as equality has it: a string would be normalised first.
        let isHashed: Void? = raw.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        if isHashed == nil { for byte in raw.utf8 { hasher.combine(byte) } }
    }

    private func bytes(_ range: Range<Int>) -> Substring.UTF8View {
        let bytes = raw.utf8
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        return bytes[start..<bytes.index(start, offsetBy: range.count)]
    }

    /// Returns the offset of the path in a target in absolute form; `nil` for any other form.
    private static func afterAuthority(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        for scheme in ["http://", "https://"] as [StaticString] {
            let count = scheme.utf8CodeUnitCount
            guard ASCII.isEqual(bytes.prefix(count), toLowercase: scheme) else { continue }
            return bytes.dropFirst(count).firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? bytes.count
        }
        return nil
    }
}
