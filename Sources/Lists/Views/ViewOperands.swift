import JSON

/// The operands of conditions' tests by the places of the pointers that they are about: what is compared with them at once.
struct ViewOperands: Sendable {
    /// The length of the longest that a value is to be equal to.
    private(set) var longest: [Int]
    /// The operands that an element of an array is to be equal to, and the length of the longest.
    private(set) var elements: [(operands: Set<CanonicalJSON>, longest: Int)]

    /// - Parameter count: Of pointers.
    init(of conditions: [ViewCondition], count: Int) {
        longest = Array(repeating: 0, count: count)
        elements = Array(repeating: ([], 0), count: count)
        for condition in conditions { add(condition) }
    }

    private mutating func add(_ condition: ViewCondition) {
        switch condition {
        case .all(let parts), .any(let parts): for part in parts { add(part) }
        case .not(let part): add(part)
        case .test(let test):
            guard case .value(let slot) = test.subject else { return }
            switch test.comparison {
            case .equals(let operand): longest[slot] = max(longest[slot], operand.canonical.count)
            case .isIn(let operands): longest[slot] = operands.reduce(longest[slot]) { max($0, $1.canonical.count) }
            case .contains(let operand):
                elements[slot].operands.insert(operand.canonical)
                elements[slot].longest = max(elements[slot].longest, operand.canonical.count)
            case .order, .exists: break
            }
        }
    }
}
