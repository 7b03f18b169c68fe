/// Writes what is in the Swift type of a record: properties, keys, an initializer, and what the compiler does not make.
struct SwiftRecord {
    struct Field {
        let field: Declaration.Field
        let name: String
        /// Optional where the value may be missing or null.
        let type: String
        /// The type that a coder takes: another one where there are dates in it.
        let codedType: String

        var isOptional: Bool { field.held == field.held.orNull && field.held != .any }
    }

    let name: String
    let isClass: Bool
    let fields: [Field]

    func writeMembers(to text: inout SourceText) {
        for field in fields {
            text.slashComment(field.field.description)
            text.line("public let \(field.name): \(type(of: field))")
        }
        text.line()
        text.block("private enum CodingKeys: String, CodingKey {") { text in
            for field in fields {
                let isSame = field.name.unicodeScalars.elementsEqual(field.field.key.unicodeScalars)
                text.line("case \(field.name)" + (isSame ? "" : " = \(StringLiteral.swift(field.field.key))"))
            }
        }
        text.line()
        writeInitializer(to: &text)
        let hasDates = fields.contains { $0.field.held.hasDate }
        if hasDates {
            text.line()
            writeDecoding(to: &text)
        }
        if hasDates || fields.contains(where: { $0.field.isRequired && $0.isOptional }) {
            text.line()
            writeEncoding(to: &text)
        }
        if isClass {
            text.line()
            writeHashing(to: &text)
        }
    }

    /// Any JSON that may be missing is optional too: null is not the same as nothing.
    private func type(of field: Field) -> String { field.field.held == .any && !field.field.isRequired ? "AnyJSON?" : field.type }

    private func writeInitializer(to text: inout SourceText) {
        text.block("public init(", closing: ") {") { text in
            for (index, field) in fields.enumerated() {
                let value = field.field.isRequired ? "" : " = nil"
                text.line("\(field.name): \(type(of: field))\(value)" + (index < fields.count - 1 ? "," : ""))
            }
        }
        text.indented { text in
            for field in fields { text.line("self.\(field.name) = \(field.name)") }
        }
        text.line("}")
    }

    private func writeDecoding(to text: inout SourceText) {
        text.block("public init(from decoder: any Decoder) throws {") { text in
            text.line("let container = try decoder.container(keyedBy: CodingKeys.self)")
            for field in fields {
                let isAny = field.field.held == .any && !field.field.isRequired
                let coded = field.isOptional ? String(field.codedType.dropLast()) : field.codedType
                let function = field.isOptional || isAny ? "decodeIfPresent" : "decode"
                let value = "try container.\(function)(\(coded).self, forKey: .\(field.name))"
                text.line("self.\(field.name) = \(field.field.held.hasDate ? field.field.held.decoded("(\(value))") : value)")
            }
        }
    }

    /// The compiler would leave out a key that must be there with null.
    private func writeEncoding(to text: inout SourceText) {
        text.block("public func encode(to encoder: any Encoder) throws {") { text in
            text.line("var container = encoder.container(keyedBy: CodingKeys.self)")
            for field in fields {
                let function = field.field.isRequired ? "encode" : "encodeIfPresent"
                text.line("try container.\(function)(\(field.field.held.encoded("self.\(field.name)")), forKey: .\(field.name))")
            }
        }
    }

    private func writeHashing(to text: inout SourceText) {
        text.block("public static func == (left: \(name), right: \(name)) -> Bool {") { text in
            for field in fields { text.line("guard left.\(field.name) == right.\(field.name) else { return false }") }
            text.line("return true")
        }
        text.line()
        text.block("public func hash(into hasher: inout Hasher) {") { text in
            for field in fields { text.line("hasher.combine(self.\(field.name))") }
        }
    }
}
