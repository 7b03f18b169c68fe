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
        case .record:
            let unions = type.model.declarations.indices.filter { type.model.declarations[$0].kind.isUnion(of: index) }
            let supertype = unions.isEmpty ? "" : " : " + unions.map { type.declarationNames[$0] }.joined(separator: ", ")
            writeRecord(name, fields(of: index), supertype: supertype, isValue: false, to: &text) { _ in }
        case .union(let alternatives): writeUnion(name, alternatives.map { type.declarationNames[$0] }, to: &text)
        case .choice(let strings):
            let constant = ".also { if (it !in known) throw jsonMismatch(\"this string\") }"
            text.block("data class \(name)(val text: String) {") { text in
                text.line("fun toJson(): Any? = text")
                text.line()
                text.block("companion object {") { text in
                    for (member, string) in zip(type.memberNames[index], strings) {
                        text.line("val \(member) = \(name)(\(StringLiteral.kotlin(string)))")
                    }
                    text.line()
                    text.starComment("The strings that are known here. A value may have another one.")
                    text.line("val known: List<\(name)> = listOf(\(type.memberNames[index].joined(separator: ", ")))")
                    text.line()
                    text.line("internal fun from(json: Any?): \(name) = \(name)(jsonString(json))\(strings.count > 1 ? "" : constant)")
                }
            }
        }
    }

    private func writeUnion(_ name: String, _ alternatives: [String], to text: inout SourceText) {
        text.line("@Suppress(\"wrong_modifier_target\")")
        text.block("sealed interface \(name) {") { text in
            text.line("fun toJson(): Any?")
            text.line()
            text.starComment("A value that is none of these.")
            text.block("data class Unknown(val value: Any?) : \(name) {") { text in text.line("override fun toJson(): Any? = value") }
            text.line()
            text.block("companion object {") { text in
                text.block("internal fun from(json: Any?): \(name) {") { text in
                    for alternative in alternatives {
                        text.line("try { return \(alternative).from(json) } catch (mismatch: IllegalArgumentException) {}")
                    }
                    text.line("return Unknown(json)")
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
            let overriding = supertype.isEmpty ? "" : "override "
            if isValue, let field = fields.first {
                text.line("\(overriding)fun toJson(): Any? = \(writing(field.shape, "this.\(field.name)"))")
            } else {
                writeWriting(fields, overriding, to: &text)
            }
            text.line()
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

    /// A key that may be missing is left out where its value is null.
    private func writeWriting(_ fields: [Field], _ overriding: String, to text: inout SourceText) {
        text.block("\(overriding)fun toJson(): Any? {") { text in
            text.line("val fields = LinkedHashMap<String, Any?>()")
            for field in fields {
                let (key, value) = (StringLiteral.kotlin(field.key ?? ""), "this.\(field.name)")
                let line = "fields[\(key)] = \(writing(field.shape, value))"
                text.line(field.isRequired ? line : "if (\(value) != null) \(line)")
            }
            text.line("return fields")
        }
    }

    /// The expression that makes JSON, as maps, lists and numbers, of another expression of a shape.
    private func writing(_ shape: Shape, _ value: String) -> String {
        switch shape {
        case .any, .string, .date, .address, .integer, .number, .boolean: value
        case .nullable(let shape): inner(shape).map { "\(value)?.let { \($0("it")) }" } ?? value
        case .array(let shape): inner(shape).map { "\(value).map { \($0("it")) }" } ?? value
        case .dictionary(let shape): inner(shape).map { "\(value).mapValues { \($0("it.value")) }" } ?? value
        case .declared: "\(value).toJson()"
        }
    }

    /// Makes the expression of a shape within another; `nil` where the value is JSON as it is.
    private func inner(_ shape: Shape) -> ((String) -> String)? {
        writing(shape, "it") == "it" ? nil : { writing(shape, $0) }
    }

    private func typeName(of shape: Shape) -> String {
        switch shape {
        case .any: "Any?"
        case .string, .date, .address: "String"
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
        case .string, .date, .address: "jsonString(\(value))"
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

extension Declaration.Kind {
    fileprivate func isUnion(of index: Int) -> Bool {
        if case .union(let alternatives) = self { alternatives.contains(index) } else { false }
    }
}
