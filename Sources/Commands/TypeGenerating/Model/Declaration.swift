/// A type of its own in the generated code.
struct Declaration: Equatable {
    /// A member of a record.
    struct Field: Equatable {
        let key: String
        let shape: Shape
        let isRequired: Bool
        let description: String

        /// The shape of what a value of the record holds under the key: null too where the key may be missing.
        var held: Shape { isRequired ? shape : shape.orNull }
    }

    enum Kind: Equatable {
        /// An object with known keys; at least one.
        case record([Field])
        /// One of these strings, at least one: a single one is a constant, beside several there may be others that are not known.
        case choice([String])
        /// A value of one of these declarations, which are records, or any JSON: of the first that takes it.
        case union([Int])
    }

    /// The source of its name: a key, or a name among `$defs`.
    let hint: String
    let description: String
    let kind: Kind

    var fields: [Field] {
        if case .record(let fields) = kind { fields } else { [] }
    }

    var isUnion: Bool {
        if case .union = kind { true } else { false }
    }

    /// The shapes of its fields, or of what it is one of.
    var shapes: [Shape] {
        if case .union(let alternatives) = kind { alternatives.map { .declared($0) } } else { fields.map(\.shape) }
    }
}
