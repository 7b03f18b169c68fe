/// The shape of values at one location of a schema, as far as the three languages can say it.
indirect enum Shape: Equatable, Sendable {
    /// Any JSON: where the schema says nothing, or more than a type can say.
    case any
    case string
    /// A string in the format `date-time`, and one in the format `uri`: annotations, so a value may be another string.
    case date
    case address
    case integer
    case number
    case boolean
    case nullable(Shape)
    case array(Shape)
    /// An object with any keys and values of one shape.
    case dictionary(Shape)
    /// A declaration of the same cell type, by its index.
    case declared(Int)

    /// The shape that takes null too.
    var orNull: Shape {
        switch self {
        case .any, .nullable: self
        default: .nullable(self)
        }
    }

    /// The declarations that the shape names.
    var references: [Int] {
        switch self {
        case .nullable(let shape), .array(let shape), .dictionary(let shape): shape.references
        case .declared(let index): [index]
        default: []
        }
    }

    /// The declaration that a value of the shape holds in itself, with no array and no dictionary between them.
    var embedded: Int? {
        switch self {
        case .nullable(let shape): shape.embedded
        case .declared(let index): index
        default: nil
        }
    }

    /// The shape with other indices of declarations.
    func renumbered(_ number: (Int) -> Int) -> Shape {
        switch self {
        case .nullable(let shape): .nullable(shape.renumbered(number))
        case .array(let shape): .array(shape.renumbered(number))
        case .dictionary(let shape): .dictionary(shape.renumbered(number))
        case .declared(let index): .declared(number(index))
        default: self
        }
    }
}
