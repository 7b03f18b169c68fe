internal import JSON

extension Validator {
    /// Whether a part of the value matches a keyword; faults are recorded where the context says so.
    mutating func matches(_ keyword: Keyword, _ part: Int, _ context: Context, _ evaluated: inout EvaluatedParts) -> Bool {
        switch keyword {
        case .reference(let schema): return apply(schema, to: part, context, by: keyword.name, &evaluated)
        case .dynamicReference(let name, let fallback):
            let schema = scopes.schema(of: name, in: context.scope) ?? fallback
            return apply(schema, to: part, context, by: keyword.name, &evaluated)
        case .allOf(let schemas): return matchesAll(schemas, part, context, &evaluated)
        case .anyOf(let schemas): return matchesAny(schemas, part, context, &evaluated)
        case .oneOf(let schemas): return matchesOne(schemas, part, context, &evaluated)
        case .not(let schema): return matchesNot(schema, part, context)
        case .conditional(let condition, let then, let otherwise):
            return matches(condition, then: then, otherwise: otherwise, part, context, &evaluated)
        case .dependentSchemas(let dependencies): return matches(dependencies, part, context, &evaluated)
        default: break
        }
        switch tree[part].kind {
        case .array: return matchesOfArray(keyword, part, context, &evaluated)
        case .object: return matchesOfObject(keyword, part, context, &evaluated)
        default:
            let isMatch = matchesOfScalar(keyword, part)
            if !isMatch { report(part, keyword.name, keyword.demand, context) }
            return isMatch
        }
    }

    // MARK: - Schemas of the same value

    private mutating func matchesAll(_ schemas: [Int], _ part: Int, _ context: Context, _ evaluated: inout EvaluatedParts) -> Bool {
        var isMatch = true
        for schema in schemas where !apply(schema, to: part, context, by: "allOf", &evaluated) {
            isMatch = false
            if !context.reports || hasEnded { break }
        }
        return isMatch
    }

    private mutating func matchesAny(_ schemas: [Int], _ part: Int, _ context: Context, _ evaluated: inout EvaluatedParts) -> Bool {
        // Of a single schema its own faults say more.
        if schemas.count == 1 { return apply(schemas[0], to: part, context, by: "anyOf", &evaluated) }
        var isMatch = false
        for schema in schemas where apply(schema, to: part, context.quiet, by: "anyOf", &evaluated) {
            isMatch = true
            // The others may have evaluated more.
            if !context.collects { break }
        }
        if !isMatch { report(part, "anyOf", "must match at least one of \(schemas.count) schemas, and matches none", context) }
        return isMatch
    }

    private mutating func matchesOne(_ schemas: [Int], _ part: Int, _ context: Context, _ evaluated: inout EvaluatedParts) -> Bool {
        if schemas.count == 1 { return apply(schemas[0], to: part, context, by: "oneOf", &evaluated) }
        var count = 0
        var parts = EvaluatedParts()
        for schema in schemas where apply(schema, to: part, context.quiet, by: "oneOf", &parts) {
            count += 1
            if count > 1 { break }
        }
        if count == 1 {
            evaluated.formUnion(parts)
            return true
        }
        let found = count == 0 ? "matches none" : "matches more than one"
        report(part, "oneOf", "must match exactly one of \(schemas.count) schemas, and \(found)", context)
        return false
    }

    private mutating func matchesNot(_ schema: Int, _ part: Int, _ context: Context) -> Bool {
        var inner = context.quiet
        inner.collects = false
        var unused = EvaluatedParts()
        guard apply(schema, to: part, inner, by: "not", &unused) else { return true }
        report(part, "not", "must not match the schema of not", context)
        return false
    }

    private mutating func matches(
        _ condition: Int, then: Int?, otherwise: Int?, _ part: Int, _ context: Context, _ evaluated: inout EvaluatedParts
    ) -> Bool {
        // Without both, only what the condition evaluates counts.
        if then == nil && otherwise == nil && !context.collects { return true }
        if apply(condition, to: part, context.quiet, by: "if", &evaluated) {
            return then.map { apply($0, to: part, context, by: "then", &evaluated) } ?? true
        }
        return otherwise.map { apply($0, to: part, context, by: "else", &evaluated) } ?? true
    }

    private mutating func matches(
        _ dependencies: [(property: JSONName, schema: Int)], _ part: Int, _ context: Context, _ evaluated: inout EvaluatedParts
    ) -> Bool {
        guard tree[part].kind == .object, spend(dependencies.count, part, "dependentSchemas") else { return !hasEnded }
        var isMatch = true
        for dependency in dependencies where tree.member(dependency.property, of: part) != nil {
            if apply(dependency.schema, to: part, context, by: "dependentSchemas", &evaluated) { continue }
            isMatch = false
            if !context.reports || hasEnded { break }
        }
        return isMatch
    }
}
