internal import JSON

extension Validator {
    /// Whether an object matches a keyword.
    mutating func matchesOfObject(_ keyword: Keyword, _ object: Int, _ context: Context, _ evaluated: inout EvaluatedParts) -> Bool {
        let members = tree[object].children
        let isMatch: Bool
        switch keyword {
        case .properties(let schemas): return matchesProperties(members, schemas, context, &evaluated)
        case .propertyNames(let schema): return matchesNames(members, schema, context)
        case .unevaluatedProperties(let schema): return matchesUnevaluated(members, schema, context, by: keyword.name, &evaluated)
        case .required(let names): return hasAll(names, object, keyword.name, context)
        case .dependentRequired(let dependencies):
            guard spend(dependencies.count, object, keyword.name) else { return false }
            return dependencies.reduce(true) { isMatch, dependency in
                let isSatisfied =
                    tree.member(dependency.property, of: object) == nil || hasAll(dependency.needed, object, keyword.name, context)
                return isMatch && isSatisfied
            }
        case .propertyCount(.least, let limit): isMatch = members.count >= limit
        case .propertyCount(.most, let limit): isMatch = members.count <= limit
        default: isMatch = matchesOfScalar(keyword, object)
        }
        if !isMatch { report(object, keyword.name, keyword.demand, context) }
        return isMatch
    }

    private mutating func matchesProperties(
        _ members: [Int], _ schemas: Keyword.PropertySchemas, _ context: Context, _ evaluated: inout EvaluatedParts
    ) -> Bool {
        var isMatch = true
        for (index, member) in members.enumerated() {
            guard let name = tree[member].key, spend(1, member, "properties") else { return false }
            var isKnown = false
            if let schema = schemas.named[name] {
                isKnown = true
                isMatch = applies(schema, member, context, by: "properties") && isMatch
            }
            for (pattern, schema) in schemas.patterns where has(name.text, pattern, member, "patternProperties") {
                isKnown = true
                isMatch = applies(schema, member, context, by: "patternProperties") && isMatch
            }
            if !isKnown, let schema = schemas.additional {
                isKnown = true
                isMatch = applies(schema, member, context, by: "additionalProperties") && isMatch
            }
            if isKnown && context.collects { evaluated.insert(index) }
            if hasEnded || !isMatch && !context.reports { return false }
        }
        return isMatch
    }

    private mutating func matchesNames(_ members: [Int], _ schema: Int, _ context: Context) -> Bool {
        var isMatch = true
        for member in members where !applies(schema, key(of: member), context.quiet, by: "propertyNames") {
            isMatch = false
            report(member, "propertyNames", "the name of this member does not match the schema of propertyNames", context)
            if !context.reports || hasEnded { break }
        }
        return isMatch
    }

    /// The key of a member as a part of its own, always the same one.
    private mutating func key(of member: Int) -> Int {
        if let known = keys[member] { return known }
        let key = tree.addKey(of: member)
        keys[member] = key
        return key
    }

    private mutating func hasAll(_ names: [JSONName], _ object: Int, _ keyword: String, _ context: Context) -> Bool {
        guard spend(names.count, object, keyword) else { return false }
        var isMatch = true
        for name in names where tree.member(name, of: object) == nil {
            isMatch = false
            report(object, keyword, "the member \(JSONText(string: name.text).text) is missing", context)
            if !context.reports || hasEnded { break }
        }
        return isMatch
    }
}
