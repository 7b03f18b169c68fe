/// Writes the types and the checks that one cell type needs in TypeScript. They stand at the top of the file, as interfaces do not nest.
struct TypeScriptTypes {
    let model: CellTypeModel
    let name: String
    private let declarationNames: [String]

    /// - Parameter scope: The names of the file, those of the cell types among them.
    init(_ model: CellTypeModel, name: String, in scope: inout NameScope) {
        self.model = model
        self.name = name
        declarationNames = model.declarations.indices.map { index in
            guard index != model.rootRecord else { return name }
            let part = IdentifierWords(NamedCellType.hint(model.declarations[index].hint, in: model.name)).upperCamel
            return scope.claim(name + (part ?? "Unnamed"), or: "Unnamed")
        }
    }

    /// The function that says whether a value is one of the type.
    var rootGuard: String { "is\(name)" }

    func write(to text: inout SourceText) {
        if model.rootRecord == nil {
            text.starComment(model.description)
            text.line("export type \(name) = \(typeName(of: model.root));")
            text.line()
            text.block("export function is\(name)(value: unknown): value is \(name) {") { text in
                text.line("return \(check(model.root))(value);")
            }
        }
        for index in model.declarations.indices {
            if index > 0 || model.rootRecord == nil { text.line() }
            write(index, to: &text)
        }
    }

    private func write(_ index: Int, to text: inout SourceText) {
        let declaration = model.declarations[index]
        let name = declarationNames[index]
        text.starComment(index == model.rootRecord ? model.description : declaration.description)
        switch declaration.kind {
        case .choice(let strings):
            // An editor proposes the strings that are known; beside several of them a compiler takes any.
            let others = strings.count > 1 ? " | (string & {})" : ""
            text.line("export type \(name) = \(strings.map(StringLiteral.typeScript).joined(separator: " | "))\(others);")
            text.line()
            text.block("export function is\(name)(value: unknown): value is \(name) {") { text in
                text.line(strings.count > 1 ? "return isString(value);" : "return value === \(StringLiteral.typeScript(strings[0]));")
            }
        case .union(let alternatives):
            let known = alternatives.map { declarationNames[$0] }.joined(separator: " | ")
            text.line("export type \(name) = \(known) | { [key: string]: AnyJSON };")
            text.line()
            text.block("export function is\(name)(value: unknown): value is \(name) {") { text in
                text.line("return isRecord(value);")
            }
        case .record(let fields):
            text.block("export interface \(name) {") { text in
                for field in fields {
                    text.starComment(field.description)
                    text.line("\(key(field.key))\(field.isRequired ? "" : "?"): \(typeName(of: field.shape));")
                }
            }
            text.line()
            text.block("export function is\(name)(value: unknown): value is \(name) {") { text in
                text.line("if (!isRecord(value)) return false;")
                for field in fields {
                    let function = field.isRequired ? "has" : "mayHave"
                    text.line("if (!\(function)(value, \(StringLiteral.typeScript(field.key)), \(check(field.shape)))) return false;")
                }
                text.line("return true;")
            }
        }
    }

    /// A key as an interface has it: in quotes where it is no identifier.
    private func key(_ key: String) -> String {
        let isPlain = key.utf8.enumerated().allSatisfy { index, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
            default: false
            }
        }
        return isPlain && !key.isEmpty ? key : StringLiteral.typeScript(key)
    }

    private func typeName(of shape: Shape) -> String {
        switch shape {
        case .any: "AnyJSON"
        case .string, .date, .address: "string"
        case .integer, .number: "number"
        case .boolean: "boolean"
        case .nullable(let shape): "\(typeName(of: shape)) | null"
        case .array(.nullable(let shape)): "(\(typeName(of: shape)) | null)[]"
        case .array(let shape): "\(typeName(of: shape))[]"
        case .dictionary(let shape): "{ [key: string]: \(typeName(of: shape)) }"
        case .declared(let index): declarationNames[index]
        }
    }

    /// The function that says whether a value has a shape.
    private func check(_ shape: Shape) -> String {
        switch shape {
        case .any: "isAny"
        case .string, .date, .address: "isString"
        case .integer: "isInteger"
        case .number: "isNumber"
        case .boolean: "isBoolean"
        case .nullable(let shape): "orNull(\(check(shape)))"
        case .array(let shape): "isArrayOf(\(check(shape)))"
        case .dictionary(let shape): "isMapOf(\(check(shape)))"
        case .declared(let index): "is\(declarationNames[index])"
        }
    }
}
