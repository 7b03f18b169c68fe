internal import JSON

extension Validator {
    /// Whether a part of any kind matches a keyword about all of it, not about its parts; true of any other keyword.
    mutating func matchesOfScalar(_ keyword: Keyword, _ part: Int) -> Bool {
        let node = tree[part]
        switch keyword {
        case .type(let types):
            if types.contains(ValueTypes(node.kind)) { return true }
            return node.kind == .number && types.contains(.integer) && number(of: node, part, keyword).isInteger
        case .enumeration(let values): return values.contains(identity(of: part, keyword.name))
        case .constant(let value): return value == identity(of: part, keyword.name)
        case .multipleOf(let divisor): return node.kind != .number || divisor.divides(number(of: node, part, keyword))
        case .bound(let bound, let limit):
            guard node.kind == .number else { return true }
            let number = number(of: node, part, keyword)
            switch bound {
            case .maximum: return number <= limit
            case .exclusiveMaximum: return number < limit
            case .minimum: return number >= limit
            case .exclusiveMinimum: return number > limit
            }
        case .length(let extent, let limit): return node.kind != .string || isLength(of: node.content, extent, limit, part, keyword)
        case .pattern(let pattern): return node.kind != .string || has(node.content, pattern, part, keyword.name)
        default: return true
        }
    }

    /// The number that stands for a part and for all that are equal to it.
    mutating func identity(of part: Int, _ keyword: String) -> Int {
        if let known = numbered[part] { return known }
        let before = numbered.count
        let identity = identities.identity(of: part, in: tree, visited: &numbered)
        _ = spend(numbered.count - before, part, keyword)
        return identity
    }

    private mutating func number(of node: JSONTree.Part, _ part: Int, _ keyword: Keyword) -> JSONNumber {
        _ = spend(node.text.byteCount / 64, part, keyword.name)
        return JSONNumber(node.text)
    }

    /// Compares the number of a text's code points, which are counted only where its bytes leave that open.
    private mutating func isLength(of text: String, _ extent: Keyword.Extent, _ limit: Int, _ part: Int, _ keyword: Keyword) -> Bool {
        let byteCount = text.utf8.count
        switch extent {
        case .most where byteCount <= limit: return true
        case .least where byteCount < limit: return false
        // A code point takes four bytes at most.
        case .most where byteCount / 4 > limit: return false
        case .least where byteCount / 4 >= limit: return true
        default:
            guard spend(byteCount / 64, part, keyword.name) else { return false }
            let count = text.unicodeScalars.count
            return extent == .most ? count <= limit : count >= limit
        }
    }
}
