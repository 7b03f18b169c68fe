extension JSONNode {
    /// Whether two values are equal as RFC 6902, 4.6 has it: strings by their characters, numbers by what they are worth, arrays element
    /// by element, objects member by member in any order.
    func isEqual(to other: JSONNode) -> Bool {
        switch (content, other.content) {
        case (.scalar(let left), .scalar(let right)): Self.areEqual(left, right)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(to: $1) }
        case (.object(let left), .object(let right)): left.isEqual(to: right)
        default: false
        }
    }

    private static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        if left == right { return true }
        guard left.kind == right.kind else { return false }
        switch left.kind {
        case .string:
            guard let left = left.stringContent, let right = right.stringContent else { return false }
            return UTF8Text.areEqual(left, right)
        case .number:
            // A number whose exponent no machine word holds is equal to its own text alone.
            guard let left = JSONNumber(left), let right = JSONNumber(right) else { return false }
            return left == right
        default: return false
        }
    }
}
