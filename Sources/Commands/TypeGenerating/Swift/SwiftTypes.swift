/// Writes the types that one cell type needs in Swift.
struct SwiftTypes {
    private let type: NamedCellType
    private let classes: Set<Int>
    private let indirectUnions: Set<Int>

    init(_ type: NamedCellType) {
        self.type = type
        classes = type.model.recursiveRecords
        indirectUnions = type.model.recursiveUnions
    }

    /// The name of a shape's type.
    ///
    /// - Parameters:
    ///   - isWithin: Whether it stands within the cell type's own type.
    ///   - isCoded: Whether it is the type that a coder takes in the place of a date.
    func name(of shape: Shape, isWithin: Bool = true, isCoded: Bool = false) -> String {
        switch shape {
        case .any: "AnyJSON"
        case .string: "String"
        case .date: isCoded ? "JSONDate" : "Date"
        case .address: "URL"
        case .integer: "Int64"
        case .number: "Double"
        case .boolean: "Bool"
        case .nullable(let shape): name(of: shape, isWithin: isWithin, isCoded: isCoded) + "?"
        case .array(let shape): "[\(name(of: shape, isWithin: isWithin, isCoded: isCoded))]"
        case .dictionary(let shape): "[String: \(name(of: shape, isWithin: isWithin, isCoded: isCoded))]"
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
            writeChoice(type.declarationNames[index], Array(zip(type.memberNames[index], strings)), to: &text)
        case .union(let alternatives):
            let members = zip(type.memberNames[index], alternatives).map { ($0, type.declarationNames[$1]) }
            writeUnion(type.declarationNames[index], members, isIndirect: indirectUnions.contains(index), to: &text)
        case .record(let fields):
            let kind = classes.contains(index) ? "final class" : "struct"
            text.block("public \(kind) \(type.declarationNames[index]): Codable, Hashable, Sendable {") { text in
                SwiftRecord(
                    name: type.declarationNames[index], isClass: classes.contains(index),
                    fields: zip(fields, type.memberNames[index]).map { field, name in
                        SwiftRecord.Field(
                            field: field, name: name, type: self.name(of: field.held), codedType: self.name(of: field.held, isCoded: true))
                    }
                ).writeMembers(to: &text)
                rest(&text)
            }
        }
    }

    /// An enum of several strings takes any other string too: a server may know more of them than an app.
    private func writeChoice(_ name: String, _ members: [(name: String, text: String)], to text: inout SourceText) {
        if let member = members.first, members.count == 1 {
            return text.block("public enum \(name): String, Codable, Hashable, Sendable {") { text in
                text.line("case \(member.name) = \(StringLiteral.swift(member.text))")
            }
        }
        text.block("public enum \(name): RawRepresentable, Codable, Hashable, Sendable {") { text in
            for member in members { text.line("case \(member.name)") }
            text.slashComment("A string that is not known here.")
            text.line("case unknown(String)")
            text.line()
            text.block("public init(rawValue: String) {") { text in
                text.line("switch rawValue {")
                for member in members { text.line("case \(StringLiteral.swift(member.text)): self = .\(member.name)") }
                text.line("default: self = .unknown(rawValue)")
                text.line("}")
            }
            text.line()
            text.block("public var rawValue: String {") { text in
                text.line("switch self {")
                for member in members { text.line("case .\(member.name): return \(StringLiteral.swift(member.text))") }
                text.line("case .unknown(let text): return text")
                text.line("}")
            }
        }
    }
}

extension SwiftTypes {
    private func writeUnion(_ name: String, _ members: [(name: String, type: String)], isIndirect: Bool, to text: inout SourceText) {
        text.block("public \(isIndirect ? "indirect " : "")enum \(name): Codable, Hashable, Sendable {") { text in
            for member in members { text.line("case \(member.name)(\(member.type))") }
            text.slashComment("A value that is none of these.")
            text.line("case unknown(AnyJSON)")
            text.line()
            text.block("public init(from decoder: any Decoder) throws {") { text in
                for (index, member) in members.enumerated() {
                    let word = index == 0 ? "if" : "} else if"
                    text.line("\(word) let value = try? \(member.type)(from: decoder) {")
                    text.line("    self = .\(member.name)(value)")
                }
                text.line("} else {")
                text.line("    self = .unknown(try AnyJSON(from: decoder))")
                text.line("}")
            }
            text.line()
            text.block("public func encode(to encoder: any Encoder) throws {") { text in
                text.line("switch self {")
                for name in members.map(\.name) + ["unknown"] { text.line("case .\(name)(let value): try value.encode(to: encoder)") }
                text.line("}")
            }
        }
    }
}

/// Dates, which no coder reads as JSON has them: a value is coded with `JSONDate` in the place of each.
extension Shape {
    var hasDate: Bool {
        switch self {
        case .date: true
        case .nullable(let shape), .array(let shape), .dictionary(let shape): shape.hasDate
        default: false
        }
    }

    var hasAddress: Bool {
        switch self {
        case .address: true
        case .nullable(let shape), .array(let shape), .dictionary(let shape): shape.hasAddress
        default: false
        }
    }

    /// The expression of a value with dates, of one as it is coded.
    func decoded(_ value: String) -> String { mapped(value) { "\($0).date" } }

    /// The expression of a value as it is coded.
    func encoded(_ value: String) -> String { mapped(value) { "JSONDate(\($0))" } }

    private func mapped(_ value: String, _ date: (String) -> String) -> String {
        switch self {
        case .date: date(value)
        case .nullable(let shape) where shape.hasDate, .array(let shape) where shape.hasDate: "\(value).map { \(shape.mapped("$0", date)) }"
        case .dictionary(let shape) where shape.hasDate: "\(value).mapValues { \(shape.mapped("$0", date)) }"
        default: value
        }
    }
}
