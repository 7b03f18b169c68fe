internal import JSON

/// The types that `type` names.
struct ValueTypes: OptionSet, Sendable {
    let rawValue: UInt8

    static let null = ValueTypes(rawValue: 1)
    static let boolean = ValueTypes(rawValue: 2)
    static let object = ValueTypes(rawValue: 4)
    static let array = ValueTypes(rawValue: 8)
    static let number = ValueTypes(rawValue: 16)
    static let string = ValueTypes(rawValue: 32)
    static let integer = ValueTypes(rawValue: 64)

    private static let names: [(name: String, type: ValueTypes)] = [
        ("null", null), ("boolean", boolean), ("object", object), ("array", array), ("number", number), ("string", string),
        ("integer", integer),
    ]

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The type with a name; `nil` where JSON Schema has none.
    init?(named name: String) {
        guard let known = Self.names.first(where: { UTF8Text.areEqual($0.name, name) }) else { return nil }
        self = known.type
    }

    /// The type of every value of a kind.
    init(_ kind: JSONKind) {
        switch kind {
        case .null: self = .null
        case .bool: self = .boolean
        case .object: self = .object
        case .array: self = .array
        case .number: self = .number
        case .string: self = .string
        }
    }

    /// The names, as in "string or null".
    var description: String { Self.names.filter { contains($0.type) }.map(\.name).joined(separator: " or ") }
}
