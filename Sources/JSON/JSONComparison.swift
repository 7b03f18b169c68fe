/// Whether two values are equal as RFC 6902, 4.6 has it: strings by their characters, numbers by what they are worth, arrays element by
/// element, objects member by member in any order.
///
/// It takes time in proportion to the shorter of the two; long numbers aside, which take their bytes from ``visits``.
struct JSONComparison {
    /// Bytes of numbers that may still be looked at; below 0 where there were more.
    private(set) var visits: Int

    init(visits: Int) {
        self.visits = visits
    }

    mutating func areEqual(_ left: JSONNode, _ right: JSONNode) -> Bool {
        switch (left, right) {
        case (.scalar(let left), .scalar(let right)): return areEqual(left, right)
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            return zip(left.nodes, right.nodes).allSatisfy { areEqual($0, $1) }
        case (.object(let left), .object(let right)): return left.isEqual(to: right) { areEqual($0, $1) }
        default: return false
        }
    }

    private mutating func areEqual(_ left: JSONText, _ right: JSONText) -> Bool {
        if left == right { return true }
        guard left.kind == right.kind else { return false }
        let (shorter, longer) = (min(left.byteCount, right.byteCount), max(left.byteCount, right.byteCount))
        switch left.kind {
        case .string:
            // An escape takes six bytes at most for one.
            guard longer <= 6 * shorter, let left = left.stringContent, let right = right.stringContent else { return false }
            return UTF8Text.areEqual(left, right)
        case .number:
            // Zeros at an end may be any number.
            visits -= max(0, longer - 6 * shorter)
            guard visits >= 0 else { return false }
            return JSONNumber(left) == JSONNumber(right)
        default: return false
        }
    }
}
