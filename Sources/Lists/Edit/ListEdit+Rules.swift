import JSON

extension ListEdit {
    /// Holds what is written from now on to rules.
    ///
    /// - Parameters:
    ///   - rules: `nil` for none.
    ///   - checked: The version of the rules that everything with a type of its own was held to before a replacement asks for it; `nil` for
    ///     none.
    public func hold(to rules: (any ItemRules)?, checked: Int64? = nil) {
        self.rules = rules
        isChecked = rules.map { $0.version == checked } ?? false
    }

    /// Holds items that are about to be inserted to the rules.
    ///
    /// - Parameters:
    ///   - drafts: Items of section 0, as the errors count them.
    ///   - checked: The outcomes of earlier checks of some of them, by their rows.
    /// - Throws: ``ItemRuleError``.
    func check(_ drafts: [ItemDraft], _ checked: [Int: CheckedValue]) throws {
        if !hasTypedItems { hasTypedItems = drafts.contains { if case .named = $0.type { true } else { false } } }
        guard rules != nil else { return }
        var faults = ItemFaults()
        for (row, draft) in drafts.enumerated() where faults.room > 0 {
            try checkDeadline(at: row)
            guard case .named(let type) = draft.type else { continue }
            add(draft.value, type, .item(IndexPath(section: 0, row: row)), checked[row], to: &faults)
        }
        try faults.check()
    }

    /// Holds an item's next value to the rules.
    ///
    /// - Parameters:
    ///   - choice: The type that the write gives the item.
    ///   - current: The number of the item's current type.
    /// - Throws: ``ItemRuleError``, whose entry is about the value of the operation.
    func check(_ value: JSONText, _ choice: TypeChoice, keeping current: Int32, _ checked: CheckedValue?) throws {
        guard let type = name(of: choice, keeping: current) else { return }
        hasTypedItems = true
        guard rules != nil else { return }
        var faults = ItemFaults()
        add(value, type, .part(.value), checked, to: &faults)
        try faults.check()
    }

    /// Adds what is wrong with a value.
    func add(
        _ value: JSONText, _ type: String, _ subject: ListError.Subject?, _ checked: CheckedValue?, to faults: inout ItemFaults
    ) {
        guard let rules else { return }
        if let checked, checked.isOf(value, type: type, by: rules) {
            faults.add(checked.faults, of: subject)
        } else {
            faults.add(rules.faults(of: value, type: type, limit: faults.room), of: subject)
        }
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
