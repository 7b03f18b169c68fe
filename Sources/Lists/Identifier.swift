import JSON

/// The id of a section or an item: 1 to 128 Unicode scalars, none a control character.
///
/// Ids are equal, hashed and ordered by their UTF-8 bytes; nothing is normalised.
public struct Identifier: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The most Unicode scalars that an id has.
    public static let maximumLength = 128

    public let text: String

    /// An id from outside; `nil` where the text can't be one.
    public init?(validating text: String) {
        guard NameRules.areKept(by: text, maximumLength: Self.maximumLength) else { return nil }
        self.text = text
    }

    /// Takes text that is known to be an id, such as what a store gives back; nothing is checked.
    public init(verbatim text: String) {
        self.text = text
    }

    public var description: String { text }

    public static func == (left: Identifier, right: Identifier) -> Bool { UTF8Text.areEqual(left.text, right.text) }

    public static func < (left: Identifier, right: Identifier) -> Bool { UTF8Text.isOrdered(left.text, before: right.text) }

    public func hash(into hasher: inout Hasher) { UTF8Text.hash(text, into: &hasher) }
}
