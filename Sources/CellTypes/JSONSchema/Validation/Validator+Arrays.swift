internal import JSON

extension Validator {
    /// Whether an array matches a keyword.
    mutating func matchesOfArray(_ keyword: Keyword, _ array: Int, _ context: Context, _ evaluated: inout EvaluatedParts) -> Bool {
        let elements = tree[array].children
        let isMatch: Bool
        switch keyword {
        case .items(let prefix, let rest): return matchesItems(elements, prefix, rest, context, &evaluated)
        case .contains(let schema, let least, let most):
            return matchesContains(array, elements, schema, least: least, most: most, context, &evaluated)
        case .unevaluatedItems(let schema): return matchesUnevaluated(elements, schema, context, by: keyword.name, &evaluated)
        case .itemCount(.least, let limit): isMatch = elements.count >= limit
        case .itemCount(.most, let limit): isMatch = elements.count <= limit
        case .uniqueItems:
            var seen: Set<Int> = []
            isMatch = elements.allSatisfy { seen.insert(identity(of: $0, keyword.name)).inserted && spend(1, array, keyword.name) }
        default: isMatch = matchesOfScalar(keyword, array)
        }
        if !isMatch { report(array, keyword.name, keyword.demand, context) }
        return isMatch
    }

    private mutating func matchesItems(
        _ elements: [Int], _ prefix: [Int], _ rest: Int?, _ context: Context, _ evaluated: inout EvaluatedParts
    ) -> Bool {
        var isMatch = true
        for (index, element) in elements.enumerated() {
            guard let schema = index < prefix.count ? prefix[index] : rest else { break }
            if context.collects { evaluated.insert(index) }
            if applies(schema, element, context, by: index < prefix.count ? "prefixItems" : "items") { continue }
            isMatch = false
            if !context.reports || hasEnded { break }
        }
        return isMatch
    }

    private mutating func matchesContains(
        _ array: Int, _ elements: [Int], _ schema: Int, least: Int?, most: Int?, _ context: Context, _ evaluated: inout EvaluatedParts
    ) -> Bool {
        var count = 0
        for (index, element) in elements.enumerated() {
            // A check that collects the evaluated parts wants all of them.
            if !context.collects, most == nil, count >= least ?? 1 { break }
            guard applies(schema, element, context.quiet, by: "contains") else { continue }
            if context.collects { evaluated.insert(index) }
            count += 1
        }
        if count < least ?? 1 {
            let keyword = least == nil ? "contains" : "minContains"
            report(array, keyword, "must have at least \(least ?? 1) elements that match the schema of contains, and has \(count)", context)
            return false
        }
        if let most, count > most {
            report(array, "maxContains", "must have at most \(most) elements that match the schema of contains, and has \(count)", context)
            return false
        }
        return true
    }

    /// Whether the parts that nothing has evaluated yet match a schema; all are evaluated then.
    mutating func matchesUnevaluated(
        _ parts: [Int], _ schema: Int, _ context: Context, by keyword: String, _ evaluated: inout EvaluatedParts
    ) -> Bool {
        var isMatch = true
        for (index, part) in parts.enumerated() where !evaluated.contains(index) {
            if applies(schema, part, context, by: keyword) { continue }
            isMatch = false
            if !context.reports || hasEnded { break }
        }
        evaluated.insertAll()
        return isMatch
    }

    /// Applies a schema to a part of the part that the context is about.
    mutating func applies(_ schema: Int, _ part: Int, _ context: Context, by keyword: String) -> Bool {
        var inner = context
        inner.collects = false
        var unused = EvaluatedParts()
        return apply(schema, to: part, inner, by: keyword, &unused)
    }
}
