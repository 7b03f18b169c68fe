import Foundations
import JSON

/// The id of a list: 1 to 128 of `A–Z a–z 0–9 . _ ~ -`, the first a letter or a digit.
///
/// Ids are ordered by their bytes.
public struct ListID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let text: String

    /// An id from outside; `nil` where the text can't be one.
    public init?(_ text: String) {
        guard (1...128).contains(text.utf8.count), let first = text.utf8.first, ASCII.isAlphanumeric(first),
            text.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || Self.isMark($0) })
        else { return nil }
        self.text = text
    }

    public var description: String { text }

    public static func == (left: ListID, right: ListID) -> Bool { UTF8Text.areEqual(left.text, right.text) }

    public static func < (left: ListID, right: ListID) -> Bool { UTF8Text.isOrdered(left.text, before: right.text) }

    public func hash(into hasher: inout Hasher) { UTF8Text.hash(text, into: &hasher) }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~") || byte == UInt8(ascii: "-")
    }
}
