/// Writes the Kotlin file: `CellItem`, and `CellValue` with a class for each cell type in it. It needs the standard library alone: what it reads
/// are the maps, lists and numbers that any JSON parser makes.
struct KotlinCode {
    private let types: [NamedCellType]
    private let package: String

    init(_ types: [NamedCellType], package: String) {
        self.types = types
        self.package = package
    }

    func write(to text: inout SourceText) {
        text.line("package \(package)")
        text.line()
        text.lines(KotlinParts.item)
        var body = SourceText()
        writeValue(to: &body)
        text.lines(body.text)
        text.lines(KotlinParts.readers(for: KotlinParts.item + body.text))
    }

    private func writeValue(to text: inout SourceText) {
        text.starComment(
            """
            The value of an item, by the item's type.

            An item of another type, and one whose value is not what its type is said to be here, is `Unsupported` and no error: a server may \
            know more than an app. Show a cell that says so, or none, and go on with the page.
            """)
        text.line("@Suppress(\"wrong_modifier_target\") // For compilers before Kotlin 1.5, which take it for any interface.")
        text.block("sealed interface CellValue {") { text in
            text.starComment("The value as a JSON library writes it: maps, lists, strings, numbers, booleans and nulls.")
            text.line("fun toJson(): Any?")
            text.line()
            for type in types {
                KotlinTypes(type).write(to: &text)
                text.line()
            }
            text.starComment("Any other item. `type` is the item's own, and null where it has none.")
            text.block("data class Unsupported(val type: String?, val value: Any?) : CellValue {") { text in
                text.line("override fun toJson(): Any? = value")
            }
            text.line()
            text.block("companion object {") { text in
                text.starComment("The names of the types that are known here, for the header `Accept-Cell-Types`.")
                text.block("val knownTypes: List<String> = listOf(", closing: ")") { text in
                    for (index, type) in types.enumerated() {
                        text.line(StringLiteral.kotlin(type.model.name) + (index < types.count - 1 ? "," : ""))
                    }
                }
                text.line()
                writeTypes(to: &text)
                text.line()
                writeReading(to: &text)
            }
        }
    }

    private func writeTypes(to text: inout SourceText) {
        text.starComment("The name of a value's type, which is written beside the value; null for none.")
        text.block("fun typeOf(value: CellValue): String? = when (value) {") { text in
            for type in types { text.line("is \(type.typeName) -> \(StringLiteral.kotlin(type.model.name))") }
            text.line("is Unsupported -> value.type")
            text.line("else -> null // For compilers before Kotlin 1.5, which do not know that these are all.")
        }
    }

    private func writeReading(to text: inout SourceText) {
        text.starComment(
            """
            Reads a value, as a JSON parser gives it, of an item of a type.

            `defaultType` is that of the list, and the type of its items without one.
            """)
        text.line("fun from(type: String?, value: Any?, defaultType: String? = null): CellValue =")
        text.indented { text in
            text.block("try {", closing: "} catch (mismatch: IllegalArgumentException) {") { text in
                text.block("when (type ?: defaultType) {") { text in
                    for type in types { text.line("\(StringLiteral.kotlin(type.model.name)) -> \(type.typeName).from(value)") }
                    text.line("else -> Unsupported(type, value)")
                }
            }
            text.indented { text in text.line("Unsupported(type, value)") }
            text.line("}")
        }
    }
}
