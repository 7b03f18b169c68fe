/// Writes the TypeScript file: a type for each cell type, the union `CellItem`, and `cellItem`, which makes one of what `JSON.parse` gives.
struct TypeScriptCode {
    private let types: [TypeScriptTypes]

    init(_ models: [CellTypeModel]) {
        var scope = NameScope(reserved: ReservedWords.typeScript.types)
        let names = models.map { scope.claim(IdentifierWords($0.name).upperCamel, or: "Unnamed") }
        types = zip(models, names).map { TypeScriptTypes($0, name: $1, in: &scope) }
    }

    func write(to text: inout SourceText) {
        text.lines(TypeScriptParts.items)
        var body = SourceText()
        for type in types {
            type.write(to: &body)
            body.line()
        }
        body.starComment(
            """
            An item by its type: `switch (item.type)` tells which. Of any other type it is an `UnsupportedItem`, with `null` as its type.
            """)
        body.line("export type CellItem =")
        body.indented { text in
            for type in types { text.line("| Item<\(StringLiteral.typeScript(type.model.name)), \(type.name)>") }
            text.line("| UnsupportedItem;")
        }
        body.line()
        body.starComment("The names of the types that are known here, for the header `Accept-Cell-Types`.")
        body.block("export const knownTypes: readonly string[] = [", closing: "];") { text in
            for type in types { text.line(StringLiteral.typeScript(type.model.name) + ",") }
        }
        body.line()
        writeReading(to: &body)
        text.lines(body.text)
        text.lines(TypeScriptParts.guards(for: body.text))
    }

    private func writeReading(to text: inout SourceText) {
        text.starComment(
            """
            Makes an item of what a page holds.

            An item of another type, and one whose value is not what its type is said to be here, is an `UnsupportedItem` and no error: a \
            server may know more than an app. `defaultType` is that of the list, and the type of its items without one.
            """)
        text.block("export function cellItem(item: ItemEnvelope, defaultType: string | null = null): CellItem {") { text in
            text.line("const value = item.value;")
            text.line("switch (item.type === null ? defaultType : item.type) {")
            for type in types {
                let name = StringLiteral.typeScript(type.model.name)
                text.line("case \(name):")
                text.line("    if (\(type.rootGuard)(value)) return { ...item, type: \(name), value };")
                text.line("    break;")
            }
            text.line("}")
            text.line("return { ...item, type: null, unsupportedType: item.type, value: value as AnyJSON };")
        }
    }
}
