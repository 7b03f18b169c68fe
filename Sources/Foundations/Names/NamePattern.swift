/// A pattern of names in which `*` stands for any run of characters, none too. Names are compared by their UTF-8 bytes.
public struct NamePattern: Sendable, Hashable {
    private static let star = UInt8(ascii: "*")

    private let bytes: [UInt8]

    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The start of every name that matches; the whole name if the pattern has no `*`.
    public var start: String { String(decoding: bytes.prefix { $0 != Self.star }, as: UTF8.self) }

    /// Whether it matches one name only.
    public var isOneName: Bool { !bytes.contains(Self.star) }

    /// Whether the whole of a name matches. Linear in both lengths.
    public func matches(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { matches($0) }
    }

    /// Whether the whole of a name matches, given its UTF-8 bytes.
    public func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.firstIndex(of: Self.star), let last = bytes.lastIndex(of: Self.star) else {
            return name.elementsEqual(bytes)
        }
        let (start, end) = (bytes[..<first], bytes[(last + 1)...])
        guard name.count >= start.count + end.count, name.starts(with: start), name.suffix(end.count).elementsEqual(end) else {
            return false
        }
        var rest = UnsafeBufferPointer(rebasing: name[start.count..<(name.count - end.count)])
        for part in bytes[first..<last].split(separator: Self.star) {
            guard let next = Self.end(of: part, in: rest) else { return false }
            rest = UnsafeBufferPointer(rebasing: rest[next...])
        }
        return true
    }

    /// The index behind the first occurrence of a part in a text; `nil` where it has none. Linear in both (D. E. Knuth, J. H. Morris and
    /// V. R. Pratt, "Fast pattern matching in strings", 1977).
    private static func end(of part: ArraySlice<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        part.withUnsafeBufferPointer { part in
            // For each byte, how much of the part's beginning ends there.
            withUnsafeTemporaryAllocation(of: Int.self, capacity: part.count) { borders -> Int? in
                borders.initialize(repeating: 0)
                var length = 0
                for index in part.indices.dropFirst() {
                    while length > 0, part[length] != part[index] { length = borders[length - 1] }
                    if part[length] == part[index] { length += 1 }
                    borders[index] = length
                }
                length = 0
                for index in text.indices {
                    while length > 0, part[length] != text[index] { length = borders[length - 1] }
                    if part[length] == text[index] { length += 1 }
                    if length == part.count { return index + 1 }
                }
                return nil
            }
        }
    }
}
