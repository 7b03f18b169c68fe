/// Writes the types that one cell type needs in Swift.
struct SwiftTypes {
    private let type: NamedCellType
    private let classes: Set<Int>

    init(_ type: NamedCellType) {
        self.type = type
        classes = type.model.recursiveRecords
    }

    /// The name of a shape's type.
    ///
    /// - Parameter isWithin: Whether it stands within the cell type's own type.
    func name(of shape: Shape, isWithin: Bool = true) -> String {
        switch shape {
        case .any: "AnyJSON"
        case .string: "String"
        case .integer: "Int64"
        case .number: "Double"
        case .boolean: "Bool"
        case .nullable(let shape): name(of: shape, isWithin: isWithin) + "?"
        case .array(let shape): "[\(name(of: shape, isWithin: isWithin))]"
        case .dictionary(let shape): "[String: \(name(of: shape, isWithin: isWithin))]"
        case .declared(let index):
            isWithin || index == type.model.rootRecord ? type.declarationNames[index] : "\(type.typeName).\(type.declarationNames[index])"
        }
    }

    /// Writes the record that every value is, with the other types in it; where values are something else, a name for these.
    func write(to text: inout SourceText) {
        guard let root = type.model.rootRecord else {
            text.block("public enum \(type.typeName) {") { text in writeOthers(but: nil, to: &text) }
            return
        }
        write(root, to: &text) { text in
            guard type.model.declarations.count > 1 else { return }
            text.line()
            writeOthers(but: root, to: &text)
        }
    }

    private func writeOthers(but root: Int?, to text: inout SourceText) {
        for (position, index) in type.model.declarations.indices.filter({ $0 != root }).enumerated() {
            if position > 0 { text.line() }
            write(index, to: &text) { _ in }
        }
    }

    private func write(_ index: Int, to text: inout SourceText, _ rest: (inout SourceText) -> Void) {
        let declaration = type.model.declarations[index]
        text.slashComment(index == type.model.rootRecord ? type.model.description : declaration.description)
        switch declaration.kind {
        case .choice(let strings):
            text.block("public enum \(type.declarationNames[index]): String, Codable, Hashable, Sendable {") { text in
                for (name, string) in zip(type.memberNames[index], strings) { text.line("case \(name) = \(StringLiteral.swift(string))") }
            }
        case .record(let fields):
            let kind = classes.contains(index) ? "final class" : "struct"
            text.block("public \(kind) \(type.declarationNames[index]): Codable, Hashable, Sendable {") { text in
                SwiftRecord(
                    name: type.declarationNames[index], isClass: classes.contains(index),
                    fields: zip(fields, type.memberNames[index]).map { field, name in
                        SwiftRecord.Field(field: field, name: name, type: self.name(of: field.held))
                    }
                ).writeMembers(to: &text)
                rest(&text)
            }
        }
    }
}
