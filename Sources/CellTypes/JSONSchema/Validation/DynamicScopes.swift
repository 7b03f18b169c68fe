/// The dynamic scopes of one check: which schema each dynamic name means. The outermost resource that has a name decides.
///
/// Scopes that say the same have the same number, so that a value is checked once in each. The empty one is 0.
struct DynamicScopes {
    /// For each name its schema, or -1.
    private var scopes: [[Int]]
    private var numbers: [[Int]: Int]
    private var entered: [Step: Int] = [:]
    private let anchors: [[(name: Int, schema: Int)]]

    private struct Step: Hashable {
        let scope: Int
        let resource: Int
    }

    init(_ compiled: CompiledNodes) {
        let empty = [Int](repeating: -1, count: compiled.dynamicNameCount)
        scopes = [empty]
        numbers = [empty: 0]
        anchors = compiled.dynamicAnchors
    }

    /// How many scopes there were so far.
    var count: Int { scopes.count }

    /// The schema that a name means.
    func schema(of name: Int, in scope: Int) -> Int? {
        let schema = scopes[scope][name]
        return schema < 0 ? nil : schema
    }

    /// The scope inside of a resource.
    mutating func scope(entering resource: Int, from scope: Int) -> Int {
        if anchors[resource].isEmpty { return scope }
        let step = Step(scope: scope, resource: resource)
        if let known = entered[step] { return known }
        var schemas = scopes[scope]
        for anchor in anchors[resource] where schemas[anchor.name] < 0 { schemas[anchor.name] = anchor.schema }
        let number = numbers[schemas] ?? scopes.count
        if number == scopes.count {
            scopes.append(schemas)
            numbers[schemas] = number
        }
        entered[step] = number
        return number
    }
}
