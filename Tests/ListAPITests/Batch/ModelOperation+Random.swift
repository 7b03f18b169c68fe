import Lists
import TestSupport

extension ModelOperation {
    /// An operation with random arguments.
    ///
    /// - Parameters:
    ///   - model: The list as the operation finds it; places are chosen in it, and now and then just outside.
    ///   - nameable: The items and sections that a name can be about.
    ///   - fresh: Makes ids that the list has not.
    static func random(
        _ model: ArrayModel, nameable: (items: [String], sections: [String]), fresh: () -> String, using random: inout SeededGenerator
    ) -> ModelOperation {
        guard let section = nameable.sections.randomElement(using: &random) else {
            return .insertSection(fresh(), items: [fresh()], .end)
        }
        let choice = Int.random(in: nameable.items.isEmpty ? 9...15 : 0...15, using: &random)
        guard let item = nameable.items.randomElement(using: &random), choice < 9 else {
            switch choice {
            case 9, 10:
                let count = model.index(of: section).map { model.sections[$0].items.count } ?? 0
                let ids = (0..<Int.random(in: 1...3, using: &random)).map { _ in fresh() }
                return .insertItems(
                    ids, value: Int.random(in: 0...2, using: &random), into: section, place(count, nameable.items, using: &random))
            case 11: return .insertSection(fresh(), items: [fresh()], place(model.sections.count, nameable.sections, using: &random))
            case 12: return .updateSection(section, Int.random(in: 0...1, using: &random))
            case 13, 14:
                let place = place(max(0, model.sections.count - 1), nameable.sections, using: &random)
                if case .end = place { return .moveSection(section, .at(0)) }
                return .moveSection(section, place)
            default: return model.sections.count > 3 ? .deleteSection(section) : .updateSection(section, 1)
            }
        }
        switch choice {
        case 0, 1: return .updateItem(item, Int.random(in: 0...2, using: &random))
        case 2: return .patchItem(item, Int.random(in: 0...2, using: &random))
        case 3: return .deleteItem(item)
        case 4, 5, 6:
            let index = Int.random(in: 0..<max(1, model.sections.count), using: &random)
            let count = model.sections.indices.contains(index) ? model.sections[index].items.count : 0
            return .moveItem(item, to: (index, Int.random(in: 0...count, using: &random)))
        default:
            let place = place(0, nameable.items, using: &random)
            switch place {
            case .before, .after: return .moveItemBeside(item, place)
            case .end, .at: return .moveItemBeside(item, .before(item))
            }
        }
    }

    private static func place(_ last: Int, _ names: [String], using random: inout SeededGenerator) -> Place {
        switch Int.random(in: 0...9, using: &random) {
        case 0...1: .end
        case 2: .at(last + 1)
        case 3...5: .at(Int.random(in: 0...last, using: &random))
        case 6, 7: names.randomElement(using: &random).map { .before($0) } ?? .end
        default: names.randomElement(using: &random).map { .after($0) } ?? .end
        }
    }
}
