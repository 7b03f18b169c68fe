/// A pattern of names in which `*` stands for any run of characters, none too. Names are compared by their UTF-8 bytes.
public struct NamePattern: Sendable, Hashable {
    private static let star = UInt8(ascii: "*")

    private let bytes: [UInt8]

    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// What every name that matches starts with; the whole name where the pattern has no `*`.
    public var start: String { String(decoding: bytes.prefix { $0 != Self.star }, as: UTF8.self) }

    /// Whether it matches one name only.
    public var isOneName: Bool { !bytes.contains(Self.star) }

    /// Whether the whole of a name matches. Takes at most as many steps as the product of both lengths.
    public func matches(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { matches($0) }
    }

    private func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        var (place, read) = (0, 0)
        // Behind the last star, and the first byte that it has not taken yet: where to go on when something does not fit.
        var retry: (place: Int, read: Int)?
        while read < name.count {
            if place < bytes.count, bytes[place] == Self.star {
                place += 1
                retry = (place, read)
            } else if place < bytes.count, bytes[place] == name[read] {
                place += 1
                read += 1
            } else if let last = retry {
                (place, read) = (last.place, last.read + 1)
                retry = (place, read)
            } else {
                return false
            }
        }
        return bytes[place...].allSatisfy { $0 == Self.star }
    }
}
