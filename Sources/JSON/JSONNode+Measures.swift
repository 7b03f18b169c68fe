extension JSONNode {
    /// Levels of nesting, at most: 0 for one that is no array and no object. Exact until something is taken out of the value.
    var depthBound: Int {
        switch self {
        case .scalar: 0
        case .array(let elements): elements.depthBound
        case .object(let members): members.depthBound
        }
    }

    /// How deep the value is nested; `nil` where that takes more than `visits` looks at its parts, each of which is taken off.
    func depth(_ visits: inout Int) -> Int? {
        visits -= 1
        guard visits >= 0 else { return nil }
        var deepest = -1
        let isWhole =
            switch self {
            case .scalar: true
            case .array(let elements): elements.nodes.allSatisfy { Self.add($0, to: &deepest, &visits) }
            case .object(let members): members.allSatisfy { Self.add($0, to: &deepest, &visits) }
            }
        guard isWhole else { return nil }
        if case .scalar = self { return 0 }
        return max(0, deepest) + 1
    }

    private static func add(_ part: JSONNode, to deepest: inout Int, _ visits: inout Int) -> Bool {
        guard let depth = part.depth(&visits) else { return false }
        deepest = max(deepest, depth)
        return true
    }

    /// The bytes of the value as text; `nil` where there are more than `limit`. It looks no further than that.
    func byteCount(upTo limit: Int) -> Int? {
        var rest = limit
        return takeBytes(from: &rest) ? limit - rest : nil
    }

    private func takeBytes(from rest: inout Int) -> Bool {
        switch self {
        case .scalar(let value): rest -= value.byteCount
        case .array(let elements):
            rest -= 2 + max(0, elements.count - 1)
            guard rest >= 0 else { return false }
            return elements.nodes.allSatisfy { $0.takeBytes(from: &rest) }
        case .object(let members):
            rest -= 2 + max(0, members.count - 1)
            guard rest >= 0 else { return false }
            return members.allSatisfy { keyText, node in
                rest -= keyText.utf8.count + 1
                return rest >= 0 && node.takeBytes(from: &rest)
            }
        }
        return rest >= 0
    }
}
