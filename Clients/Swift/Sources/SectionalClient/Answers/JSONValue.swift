import Foundation

/// Any JSON value: a header, a footer, metadata, the context of a tap.
///
/// Values of a list keep the texts of their numbers: read, kept on disk and sent again, `1.10` stays `1.10`, and twenty digits stay twenty. A
/// coder of an app's own knows no texts: there a number is a `Double` where it is no `Int64`, infinite where it is too large for that. An
/// infinite number is written as `null`. 64 levels are read; what is nested deeper than some 70 does not decode, so that no value is too much
/// for a small stack.
public enum JSONValue: Codable, Sendable, Hashable {
    case null
    case bool(Bool)
    /// A whole number of 64 bits.
    case integer(Int64)
    /// Any other number that a `Double` gives back as it was written.
    case number(Double)
    /// A number as it was written, where neither of these writes it so: `1.10`, `1e3`, `12345678901234567890`. One that is no number of JSON does
    /// not encode.
    case decimal(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let text = Self.text(of: container, decoder.codingPath) {
            self = .decimal(text)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = Self.number(in: container) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else {
            let path = decoder.codingPath
            guard path.count < Self.longestPath else {
                throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "nested too deep"))
            }
            do {
                self = .array(try container.decode([JSONValue].self))
            } catch DecodingError.typeMismatch {
                self = .object(try container.decode([String: JSONValue].self))
            }
        }
    }

    /// 64 levels, and those of the answer around them.
    private static let longestPath = 72

    /// The text of a number whose value does not say it.
    private static func text(of container: any SingleValueDecodingContainer, _ path: [any CodingKey]) -> String? {
        guard let text = NumberTexts.current?.text(at: path) else { return nil }
        // A decoder within a decoder has paths of its own. To some a zero with an exponent is no `Double`.
        let value = Double(text)
        return number(in: container) == value || (try? container.decode(Int64.self)).map(Double.init) == value ? text : nil
    }

    /// JSON knows numbers that no double holds, `1e400`; such a one is infinite here.
    private static func number(in container: any SingleValueDecodingContainer) -> Double? {
        do {
            return try container.decode(Double.self)
        } catch DecodingError.typeMismatch {
            return nil
        } catch {
            // The error names the number; its kind is not the same everywhere.
            return "\(error)".contains("-") ? -.infinity : .infinity
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        // There is no text for it.
        case .number(let value) where !value.isFinite: try container.encodeNil()
        case .number(let value): try container.encode(value)
        case .decimal(let text): try Self.encode(number: text, in: &container, encoder.codingPath)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    private static func encode(
        number text: String, in container: inout any SingleValueEncodingContainer, _ path: [any CodingKey]
    ) throws {
        guard NumberTexts.isNumber(text) else {
            throw EncodingError.invalidValue(text, .init(codingPath: path, debugDescription: "no number of JSON"))
        }
        if let tokens = NumberTokens.current {
            try container.encode(tokens.token(for: text))
        } else if let value = Decimal(string: text) {
            try container.encode(value)
        } else {
            try container.encodeNil()
        }
    }

    /// The value of a number; nil of anything else.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .decimal(let text): Double(text)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The text of a string; nil of anything else.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// A member of an object; nil where there is none, and of anything else.
    public subscript(_ key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(Dictionary(elements) { _, last in last }) }
}
