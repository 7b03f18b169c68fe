/// Identifiers that generated code must not be given.
struct ReservedWords {
    /// For types: words of the language, and the types that the generated code names.
    let types: Set<String>
    /// For properties and cases.
    let members: Set<String>
    /// Whether the strings of an enum become `Draft` and not `draft`.
    let capitalizesChoices: Bool

    static let swift = ReservedWords(
        types: [
            "Any", "AnyJSON", "Array", "Bool", "CaseIterable", "CellItem", "CellValue", "Codable", "CodingKey", "CodingKeys",
            "CodingUserInfoKey", "Data", "Date", "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Equatable",
            "Hashable", "Hasher",
            "ID", "Identifiable", "Int", "Int64", "ItemKeys", "JSONDate", "JSONValue", "KeyedDecodingContainer", "Never", "Optional",
            "Protocol",
            "RawValue", "SectionalClient", "Self",
            "Sendable", "Set", "String", "Swift", "Type", "TypedValue", "URL", "Void",
        ],
        members: [
            "Any", "Protocol", "Self", "Type", "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
            "continue", "default", "defaultTypeKey", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
            "fileprivate", "for", "func", "guard", "hashValue", "if", "import", "in", "init", "inout", "internal", "is", "knownTypes",
            "let", "nil", "none", "open", "operator", "precedencegroup", "private", "protocol", "public", "rawValue", "repeat", "rethrows",
            "return", "self", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias",
            "unknown", "unsupported", "var", "where", "while",
        ], capitalizesChoices: false)

    static let kotlin = ReservedWords(
        types: [
            "Any", "Boolean", "CellItem", "CellValue", "Companion", "Double", "IllegalArgumentException", "Int", "LinkedHashMap", "List",
            "Long",
            "Map",
            "Nothing", "Number", "String", "Suppress", "Unit", "Unknown", "Unsupported",
        ],
        members: [
            "Companion", "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is", "null",
            "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof", "val", "var", "when", "while",
        ], capitalizesChoices: true)

    static let typeScript = ReservedWords(
        types: [
            "Any", "AnyJSON", "Array", "ArrayOf", "BigInt", "Boolean", "CellItem", "Date", "Error", "Exclude", "Function", "Guard",
            "Integer", "Item",
            "ItemEnvelope", "JSON", "Map", "MapOf", "Never", "Null", "Number", "Object", "Partial", "Promise", "Record", "Set", "String",
            "Symbol",
            "Undefined", "Unknown", "UnsupportedItem",
        ], members: [], capitalizesChoices: false)
}
