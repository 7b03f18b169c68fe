/// A cell type with its identifiers in one language.
struct NamedCellType {
    let model: CellTypeModel
    let typeName: String
    let caseName: String
    /// By declaration; that of the record that every value is, is `typeName`.
    let declarationNames: [String]
    /// By declaration: its fields' or choices' identifiers.
    let memberNames: [[String]]

    /// Names all types of a registry, in their order.
    static func name(_ models: [CellTypeModel], with words: ReservedWords) -> [NamedCellType] {
        var types = NameScope(reserved: words.types)
        let typeNames = models.map { types.claim(IdentifierWords($0.name).upperCamel, or: "Unnamed") }
        // A letter without case makes a type and a case of one name, which share a scope in Swift.
        var cases = NameScope(reserved: words.members.union(typeNames))
        return zip(models, typeNames).map { model, typeName in
            let caseName = cases.claim(IdentifierWords(model.name).lowerCamel, or: "unnamed")
            return NamedCellType(model, typeName: typeName, caseName: caseName, words)
        }
    }

    private init(_ model: CellTypeModel, typeName: String, caseName: String, _ words: ReservedWords) {
        self.model = model
        self.typeName = typeName
        self.caseName = caseName
        var nested = NameScope(reserved: words.types, taken: [typeName])
        declarationNames = model.declarations.indices.map { index in
            if index == model.rootRecord { return typeName }
            return nested.claim(IdentifierWords(Self.hint(model.declarations[index].hint, in: model.name)).upperCamel, or: "Unnamed")
        }
        let names = declarationNames
        memberNames = zip(model.declarations, declarationNames).map { declaration, name in
            switch declaration.kind {
            case .union(let alternatives):
                var members = NameScope(reserved: words.members)
                return alternatives.map { members.claim(IdentifierWords(names[$0]).lowerCamel, or: "unnamed") }
            case .record(let fields):
                var members = NameScope(reserved: words.members)
                return fields.map { members.claim(IdentifierWords($0.key).lowerCamel, or: "unnamed") }
            case .choice(let strings) where words.capitalizesChoices:
                // In an enum of Kotlin its entries come before the types around it, the enum itself among them.
                var members = NameScope(reserved: words.members.union(words.types), taken: [name])
                return strings.map { members.claim(IdentifierWords($0).upperCamel, or: "Unnamed") }
            case .choice(let strings):
                var members = NameScope(reserved: words.members)
                return strings.map { members.claim(IdentifierWords($0).lowerCamel, or: "unnamed") }
            }
        }
    }

    /// The source of the name of a declaration within a type; the type itself is in its name already.
    static func hint(_ hint: String, in type: String) -> String {
        let (hint, type) = (hint.unicodeScalars, type.unicodeScalars)
        guard hint.starts(with: type) else { return String(hint) }
        return hint.count == type.count ? "value" : String(hint.dropFirst(type.count))
    }
}
