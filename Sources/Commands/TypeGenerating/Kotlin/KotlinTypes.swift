/// Writes the classes that one cell type needs in Kotlin.
struct KotlinTypes {
    private let type: NamedCellType

    init(_ type: NamedCellType) {
        self.type = type
    }

    /// Writes the class of the cell type's values, with the other classes in it.
    func write(to text: inout SourceText) {
        text.starComment(type.model.description)
        let root = type.model.rootRecord
        let others = type.model.declarations.indices.filter { $0 != root }
        let content = root.map { fields(of: $0) } ?? [Field(shape: type.model.root)]
        writeRecord(type.typeName, content, supertype: " : CellValue", isValue: root == nil, to: &text) { text in
            for index in others {
                text.line()
                write(index, to: &text)
            }
        }
    }

    private struct Field {
        var key: String?
        var name = "value"
        var shape: Shape
        var isRequired = true
        var description = ""
    }

    private func fields(of index: Int) -> [Field] {
        zip(type.model.declarations[index].fields, type.memberNames[index]).map { field, name in
            Field(key: field.key, name: name, shape: field.held, isRequired: field.isRequired, description: field.description)
        }
    }

    private func write(_ index: Int, to text: inout SourceText) {
        let declaration = type.model.declarations[index]
        let name = type.declarationNames[index]
        text.starComment(declaration.description)
        switch declaration.kind {
        case .record: writeRecord(name, fields(of: index), supertype: "", isValue: false, to: &text) { _ in }
        case .choice(let strings):
            text.block("enum class \(name)(val text: String) {") { text in
                for (position, (member, string)) in zip(type.memberNames[index], strings).enumerated() {
                    text.line("\(member)(\(StringLiteral.kotlin(string)))" + (position < strings.count - 1 ? "," : ";"))
                }
                text.line()
                text.block("companion object {") { text in
                    text.line("internal fun from(json: Any?): \(name) =")
                    text.line("    values().firstOrNull { it.text == json } ?: throw jsonMismatch(\"one of \(strings.count) strings\")")
                }
            }
        }
    }

    /// - Parameter isValue: Whether the one field is the JSON value itself.
    private func writeRecord(
        _ name: String, _ fields: [Field], supertype: String, isValue: Bool, to text: inout SourceText,
        _ rest: (inout SourceText) -> Void
    ) {
        text.block("data class \(name)(", closing: ")\(supertype) {") { text in
            for (position, field) in fields.enumerated() {
                text.starComment(field.description)
                let value = field.isRequired ? "" : " = null"
                text.line("val \(field.name): \(typeName(of: field.shape))\(value)" + (position < fields.count - 1 ? "," : ""))
            }
        }
        text.indented { text in
            text.block("companion object {") { text in
                if isValue, let field = fields.first {
                    text.line("internal fun from(json: Any?): \(name) = \(name)(\(reading(field.shape, "json")))")
                } else {
                    writeReading(name, fields, to: &text)
                }
            }
            rest(&text)
        }
        text.line("}")
    }

    private func writeReading(_ name: String, _ fields: [Field], to text: inout SourceText) {
        text.block("internal fun from(json: Any?): \(name) {") { text in
            text.line("val fields = jsonObject(json)")
            text.block("return \(name)(", closing: ")") { text in
                for (position, field) in fields.enumerated() {
                    let key = StringLiteral.kotlin(field.key ?? "")
                    let value = field.isRequired ? "jsonRequired(fields, \(key))" : "fields[\(key)]"
                    text.line("\(field.name) = \(reading(field.shape, value))" + (position < fields.count - 1 ? "," : ""))
                }
            }
        }
    }

    private func typeName(of shape: Shape) -> String {
        switch shape {
        case .any: "Any?"
        case .string: "String"
        case .integer: "Long"
        case .number: "Double"
        case .boolean: "Boolean"
        case .nullable(let shape): typeName(of: shape) + "?"
        case .array(let shape): "List<\(typeName(of: shape))>"
        case .dictionary(let shape): "Map<String, \(typeName(of: shape))>"
        case .declared(let index): type.declarationNames[index]
        }
    }

    /// The expression that reads a shape from another expression.
    private func reading(_ shape: Shape, _ value: String) -> String {
        switch shape {
        case .any: value
        case .string: "jsonString(\(value))"
        case .integer: "jsonInteger(\(value))"
        case .number: "jsonNumber(\(value))"
        case .boolean: "jsonBoolean(\(value))"
        case .nullable(let shape): "jsonOrNull(\(value)) { \(reading(shape, "it")) }"
        case .array(let shape): "jsonList(\(value)) { \(reading(shape, "it")) }"
        case .dictionary(let shape): "jsonMap(\(value)) { \(reading(shape, "it")) }"
        case .declared(let index): "\(type.declarationNames[index]).from(\(value))"
        }
    }
}
