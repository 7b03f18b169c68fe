internal import JSON

/// A keyword of a schema that is checked, with what it asks for. A schema is named by its index among the compiled ones.
enum Keyword: Sendable {
    // References
    case reference(Int)
    /// One that the dynamic scope decides; `fallback` where nothing in the scope has the name.
    case dynamicReference(name: Int, fallback: Int)

    // Of any value
    case type(ValueTypes)
    /// The numbers that ``ValueIdentities`` gives the values.
    case enumeration(Set<Int>)
    case constant(Int)

    // Of numbers
    case multipleOf(Divisor)
    case bound(Bound, JSONNumber)

    // Of strings
    case length(Extent, Int)
    case pattern(Pattern)

    // Of arrays and objects
    case itemCount(Extent, Int)
    case uniqueItems
    case propertyCount(Extent, Int)
    case required([JSONName])
    case dependentRequired([Dependency])

    // Schemas of the same value
    case allOf([Int])
    case anyOf([Int])
    case oneOf([Int])
    case not(Int)
    case conditional(condition: Int, then: Int?, otherwise: Int?)
    case dependentSchemas([(property: JSONName, schema: Int)])

    // Schemas of parts
    case items(prefix: [Int], rest: Int?)
    case contains(Int, least: Int?, most: Int?)
    case properties(PropertySchemas)
    case propertyNames(Int)

    // Elements that no other keyword has evaluated, after all others
    case unevaluatedItems(Int)
    case unevaluatedProperties(Int)

    enum Bound: String, Sendable {
        case maximum, exclusiveMaximum, minimum, exclusiveMinimum
    }

    enum Extent: Sendable {
        case least, most
    }

    /// Properties that one property needs.
    struct Dependency: Sendable {
        let property: JSONName
        let needed: [JSONName]
    }

    /// The schemas of an object's properties, by name, by pattern, and of all others.
    struct PropertySchemas: Sendable {
        var named: [JSONName: Int] = [:]
        var patterns: [(pattern: Pattern, schema: Int)] = []
        var additional: Int?
    }
}

extension Keyword {
    /// Schemas that are applied to the same value as the keyword.
    var schemasInPlace: [Int] {
        switch self {
        case .reference(let schema), .not(let schema), .dynamicReference(_, let schema): [schema]
        case .allOf(let schemas), .anyOf(let schemas), .oneOf(let schemas): schemas
        case .conditional(let condition, let then, let otherwise): [condition] + [then, otherwise].compactMap { $0 }
        case .dependentSchemas(let dependencies): dependencies.map(\.schema)
        default: []
        }
    }

    /// Schemas that stand elsewhere in the document.
    var referencedSchemas: [Int] {
        switch self {
        case .reference(let schema), .dynamicReference(_, let schema): [schema]
        default: []
        }
    }
}
