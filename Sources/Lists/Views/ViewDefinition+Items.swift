import Foundations
import JSON

extension ViewDefinition {
    /// Characters of a string that its order looks at.
    private static let keyLength = 256

    /// The position of an item of the source; `nil` where it is not in the view. Time is linear in its value and the definition.
    ///
    /// - Throws: ``JSONSyntaxError`` for a value that is none.
    func position(of item: ViewItem) throws -> ViewPosition? {
        var values = try ItemValues(of: pointers, operands, in: item.value)
        return try position(of: item, &values)
    }

    /// As above, by the parts of its value.
    func position(of item: ViewItem, _ values: inout ItemValues) throws -> ViewPosition? {
        if let condition, try !holds(condition, item, &values) { return nil }
        let group: ViewGroup? =
            if case .groups(let slot, let grouping, _) = sections { ViewGroup(of: values.text(slot), as: grouping) } else { nil }
        return ViewPosition(group: group, key: sortKeys.isEmpty ? nil : key(of: item.stored.id, &values))
    }

    /// The order of an item among those of its section, by its revision; there is no order of its own where items stand as in the source.
    func key(of item: StoredItem) throws -> SortKey {
        var values = try ItemValues(of: pointers, operands, in: item.value.assumingMemoryBound(to: UInt8.self))
        return key(of: item.id, &values)
    }

    /// - Parameter id: The item's id, UTF-8.
    private func key(of id: some Sequence<UInt8>, _ values: inout ItemValues) -> SortKey {
        var writer = SortKeyWriter()
        for key in sortKeys {
            switch values.scalar(key.value) {
            case .number(let number): writer.append(number, key.order)
            case .string(let text): writer.append(text: FoldedText.bytes(of: text, characters: Self.keyLength), key.order)
            case nil:
                if let text = values.text(key.value), text.kind == .bool {
                    writer.append(text.text == "true", key.order)
                } else {
                    writer.appendLast()
                }
            }
        }
        return writer.end(with: id)
    }

    // MARK: - Conditions

    private func holds(_ condition: ViewCondition, _ item: ViewItem, _ values: inout ItemValues) throws -> Bool {
        switch condition {
        case .all(let parts): return try parts.allSatisfy { try holds($0, item, &values) }
        case .any(let parts): return try parts.contains { try holds($0, item, &values) }
        case .not(let part): return try !holds(part, item, &values)
        case .test(let test):
            switch test.subject {
            case .value(let slot): return try holds(test.comparison, slot, &values)
            case .property(let property): return holds(test.comparison, property, of: item)
            }
        }
    }

    /// Whether a test holds of a part of the value; none holds of what is not there.
    private func holds(_ comparison: ViewTest.Comparison, _ slot: Int, _ values: inout ItemValues) throws -> Bool {
        if case .exists(let exists) = comparison { return exists == values.exists(slot) }
        guard values.exists(slot) else { return false }
        switch comparison {
        case .equals(let operand): return values.form(slot) == operand.canonical
        case .isIn(let operands):
            guard let form = values.form(slot) else { return false }
            return operands.contains { $0.canonical == form }
        case .order(let order, let operand):
            guard let operand = operand.scalar, let comparison = values.scalar(slot)?.compared(to: operand) else { return false }
            return order.holds(comparison)
        case .contains(let operand): return try values.contains(operand, slot)
        case .exists: return false
        }
    }

    private func holds(_ comparison: ViewTest.Comparison, _ property: ViewTest.Property, of item: ViewItem) -> Bool {
        let text: String? =
            switch property {
            case .id: item.id.text
            case .type: item.type
            case .section: item.section?.text
            }
        let value = ViewOperand(text.map { JSONText(string: $0) } ?? .null)
        switch comparison {
        case .equals(let operand): return value.canonical == operand.canonical
        case .isIn(let operands): return operands.contains { $0.canonical == value.canonical }
        case .order(let order, let operand):
            guard let operand = operand.scalar, let comparison = value.scalar?.compared(to: operand) else { return false }
            return order.holds(comparison)
        case .contains: return false
        case .exists(let exists): return exists
        }
    }
}
