import JSON

extension ListEdit {
    /// Holds what is written from now on to rules.
    ///
    /// - Parameters:
    ///   - checked: The version of the rules that everything with a type of its own was held to before a replacement asks for it; `nil` for
    ///     none.
    public func hold(to rules: ItemRules, checked: Int64? = nil) {
        self.rules = rules
        isChecked = rules.version == checked
    }

    /// Holds items that are about to be inserted to the rules.
    ///
    /// - Parameters:
    ///   - drafts: Items of section 0, as the errors count them.
    ///   - checked: The outcomes of earlier checks of some of them, by their rows.
    /// - Throws: ``ItemRuleError``.
    func check(_ drafts: [ItemDraft], _ checked: [Int: ItemRules.Outcome]) throws {
        if !hasTypedItems { hasTypedItems = drafts.contains { if case .named = $0.type { true } else { false } } }
        guard let rules else { return }
        var error = ItemRuleError()
        for (row, draft) in drafts.enumerated() where error.remaining > 0 {
            try checkDeadline(at: row)
            guard case .named(let type) = draft.type else { continue }
            rules.check(draft.value, type: type, at: .item(IndexPath(section: 0, row: row)), checked[row], into: &error)
        }
        try error.throwIfAny()
    }

    /// Holds an item's next value to the rules.
    ///
    /// - Parameters:
    ///   - choice: The type that the write gives the item.
    ///   - current: The number of the item's current type.
    /// - Throws: ``ItemRuleError``, whose entry is about the value of the operation.
    func check(_ value: JSONText, _ choice: TypeChoice, keeping current: Int32, _ checked: ItemRules.Outcome?) throws {
        guard let type = name(of: choice, keeping: current) else { return }
        hasTypedItems = true
        guard let rules else { return }
        var error = ItemRuleError()
        rules.check(value, type: type, at: .part(.value), checked, into: &error)
        try error.throwIfAny()
    }

    /// The type that an item is to have of its own; `nil` for none.
    private func name(of choice: TypeChoice, keeping current: Int32) -> String? {
        switch choice {
        case .unspecified: types[current]
        case .none: nil
        case .named(let name): name
        }
    }
}
