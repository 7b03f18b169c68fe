/// Writes the Swift file: `CellItem`, `CellValue` with a type for each cell type in it, and `AnyJSON`. It needs the standard library alone, and
/// Foundation where a type has dates or addresses; where there is the client, it uses that.
struct SwiftCode {
    private let types: [NamedCellType]

    init(_ types: [NamedCellType]) {
        self.types = types
    }

    func write(to text: inout SourceText) {
        let shapes = types.flatMap { type in [type.model.root] + type.model.declarations.flatMap { $0.fields.map(\.shape) } }
        let hasDates = shapes.contains(where: \.hasDate)
        if hasDates || shapes.contains(where: \.hasAddress) {
            text.line("import Foundation")
            text.line()
        }
        text.lines("#if canImport(SectionalClient)\n    import SectionalClient\n#endif\n")
        text.lines(SwiftParts.item)
        text.slashComment(
            """
            The value of an item, by the item's type.

            An item of another type, and one whose value is not what its type is said to be here, is `unsupported` and no error: a server may \
            know more than an app. Show a cell that says so, or none, and go on with the page.
            """)
        text.block("public enum CellValue: Codable, Hashable, Sendable {") { text in
            for type in types {
                text.slashComment(type.model.description)
                text.line("case \(type.caseName)(\(SwiftTypes(type).name(of: type.model.root, isWithin: false)))")
            }
            text.slashComment("Any other item. `type` is the item's own, and `nil` where it has none.")
            text.line("case unsupported(type: String?, value: AnyJSON)")
            text.line()
            text.slashComment("The names of the types that are known here, for the header `Accept-Cell-Types`.")
            writeKnownTypes(to: &text)
            text.line()
            writeDecoding(to: &text)
            text.line()
            writeEncoding(to: &text)
            for type in types where !type.model.declarations.isEmpty {
                text.line()
                SwiftTypes(type).write(to: &text)
            }
        }
        text.line()
        text.lines(SwiftParts.client)
        text.indented { $0.lines(SwiftParts.anyJSON) }
        text.line("#endif")
        guard hasDates else { return }
        text.line()
        text.lines(SwiftParts.date)
    }

    private func writeKnownTypes(to text: inout SourceText) {
        guard !types.isEmpty else { return text.line("public static let knownTypes: [String] = []") }
        text.block("public static let knownTypes: [String] = [", closing: "]") { text in
            for type in types { text.line(StringLiteral.swift(type.model.name) + ",") }
        }
    }

    private func writeDecoding(to text: inout SourceText) {
        text.lines(SwiftParts.decoding)
        text.line()
        text.block("private static func known(_ type: String, _ item: KeyedDecodingContainer<ItemKeys>) throws -> CellValue? {") { text in
            text.line("switch type {")
            for type in types {
                let root = type.model.root
                let coded = SwiftTypes(type).name(of: root, isWithin: false, isCoded: true)
                let value = root.decoded("try item.decode(\(coded).self, forKey: .value)")
                text.line("case \(StringLiteral.swift(type.model.name)): return .\(type.caseName)(\(value))")
            }
            text.line("default: return nil")
            text.line("}")
        }
    }

    private func writeEncoding(to text: inout SourceText) {
        text.block("public func encode(to encoder: any Encoder) throws {") { text in
            text.line("var item = encoder.container(keyedBy: ItemKeys.self)")
            text.line("switch self {")
            for type in types {
                text.line("case .\(type.caseName)(let value):")
                text.line("    try item.encode(\(StringLiteral.swift(type.model.name)), forKey: .type)")
                text.line("    try item.encode(\(type.model.root.encoded("value")), forKey: .value)")
            }
            text.line("case .unsupported(let type, let value):")
            text.line("    try item.encode(type, forKey: .type)")
            text.line("    try item.encode(value, forKey: .value)")
            text.line("}")
        }
    }
}
