import Foundations
import JSON

/// A group of items, which is a section of a view.
struct ViewGroup: Sendable, Hashable {
    /// The group of items whose value makes no other.
    static let other = ViewGroup("~")
    /// The group of items that begin with no letter.
    static let noLetter = ViewGroup("#")

    /// The id of the section.
    let id: Identifier

    private init(_ id: String) {
        self.id = Identifier(verbatim: id)
    }

    /// The group whose section has an id.
    init(section id: Identifier) {
        self.id = id
    }

    /// The group of an item by the value that its pointer finds; `nil` for nothing.
    init(of value: JSONText?, as grouping: ViewGrouping) {
        switch grouping {
        case .value: self = value.flatMap { Self.text(of: $0) }.map { ViewGroup($0) } ?? .other
        case .initial:
            self = value?.stringContent.flatMap { FoldedText.initial(of: $0) }.map { ViewGroup(String($0)) } ?? .noLetter
        case .day: self = Self.date(value, length: 10)
        case .month: self = Self.date(value, length: 7)
        case .year: self = Self.date(value, length: 4)
        }
    }

    /// The header of the section.
    var header: JSONText { self == .other ? .null : JSONText(string: id.text) }

    /// The text of a value that can be a section's id.
    private static func text(of value: JSONText) -> String? {
        switch value.kind {
        case .string: value.stringContent.flatMap { Identifier(validating: $0)?.text }
        case .bool: value.text
        case .number: wholeNumber(JSONNumber(value))
        case .null, .array, .object: nil
        }
    }

    /// The digits of a whole number below 10¹⁵ in size; `nil` for any other.
    private static func wholeNumber(_ number: JSONNumber) -> String? {
        guard number.isInteger, case .small(let zeros) = number.exponent, zeros <= 15, number.digits.count + zeros <= 15 else { return nil }
        if number.isZero { return "0" }
        let digits = number.digits.map { $0 + UInt8(ascii: "0") }
        return (number.isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: zeros)
    }

    /// The beginning of a string that begins like a date.
    private static func date(_ value: JSONText?, length: Int) -> ViewGroup {
        guard let bytes = value?.stringContent?.utf8.prefix(10), bytes.count == 10,
            bytes.enumerated().allSatisfy({ $0 == 4 || $0 == 7 ? $1 == UInt8(ascii: "-") : ASCII.isDigit($1) })
        else { return .other }
        return ViewGroup(String(decoding: bytes.prefix(length), as: UTF8.self))
    }

    /// The order among groups: whole numbers by what they are worth, then texts; the two special ones last.
    func key(_ order: ViewOrder) -> SortKey {
        var writer = SortKeyWriter()
        if self == .noLetter || self == .other {
            writer.appendLast(rank: self == .other ? 1 : 0)
        } else if Self.isPlainNumber(id.text.utf8) {
            writer.append(JSONNumber(JSONText(verbatim: id.text)), order)
        } else {
            writer.append(text: FoldedText.bytes(of: id.text), order)
            writer.append(text: id.text.utf8, order)
        }
        return writer.end(with: [])
    }

    /// Whether a text is a whole number in plain digits: `0`, or up to 15 digits without a leading zero, `-` before all but `0`.
    private static func isPlainNumber(_ text: String.UTF8View) -> Bool {
        let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        guard (1...15).contains(digits.count), digits.allSatisfy({ ASCII.isDigit($0) }) else { return false }
        return digits.first != UInt8(ascii: "0") || text.count == 1
    }
}
