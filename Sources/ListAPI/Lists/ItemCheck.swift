import Lists

/// Holds items that name their type to the rules before they are written.
enum ItemCheck {
    static func add(_ item: ItemDraft, at subject: ListError.Subject, by rules: any ItemRules, to faults: inout ItemFaults) {
        guard case .named(let type) = item.type, faults.room > 0 else { return }
        faults.add(rules.faults(of: item.value, type: type, limit: faults.room), of: subject)
    }

    /// - Throws: ``Lists/ItemRuleError``, with the places in the document.
    static func check(_ draft: ListDraft, by rules: any ItemRules) throws(ItemRuleError) {
        var faults = ItemFaults()
        for (index, section) in draft.sections.enumerated() {
            for (row, item) in section.items.enumerated() {
                add(item, at: .item(IndexPath(section: index, row: row)), by: rules, to: &faults)
                guard faults.room > 0 else { return try faults.check() }
            }
        }
        try faults.check()
    }
}
