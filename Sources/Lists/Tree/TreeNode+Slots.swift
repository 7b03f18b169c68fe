extension TreeNode.Content {
    var slotCount: Int {
        switch self {
        case .leaf(let elements): elements.count
        case .inner(let branches): branches.count
        }
    }

    /// The numbers of what the slots hold.
    var numbers: [Number] {
        switch self {
        case .leaf(let elements): elements.map(\.number)
        case .inner(let branches): branches.map(\.number)
        }
    }

    func split(at point: Int) -> (left: Self, right: Self) {
        switch self {
        case .leaf(let elements): (.leaf(Array(elements[..<point])), .leaf(Array(elements[point...])))
        case .inner(let branches): (.inner(Array(branches[..<point])), .inner(Array(branches[point...])))
        }
    }

    /// Both contents in a row; they are of the same height.
    func joined(with other: Self) -> Self {
        switch (self, other) {
        case (.leaf(let left), .leaf(let right)): .leaf(left + right)
        case (.inner(let left), .inner(let right)): .inner(left + right)
        case (.leaf, .inner), (.inner, .leaf): self
        }
    }
}

extension [TreeBranch] {
    /// The branch that holds the element at `index`, and the index within it.
    func slot(ofElement index: Int) -> (slot: Int, index: Int) {
        var rest = index
        for slot in indices.dropLast() {
            if rest < self[slot].count { return (slot, rest) }
            rest -= self[slot].count
        }
        return (count - 1, rest)
    }

    /// The branch that takes an insertion at `index`: the earlier one at a border.
    func slot(ofInsertion index: Int) -> (slot: Int, index: Int) {
        var rest = index
        for slot in indices.dropLast() {
            if rest <= self[slot].count { return (slot, rest) }
            rest -= self[slot].count
        }
        return (count - 1, rest)
    }
}
