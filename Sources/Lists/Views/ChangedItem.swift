import JSON

/// An item that differs between two versions of a source, as the definitions of a family look at it: each version's value is looked through
/// once for all of them. The values are borrowed.
final class ChangedItem {
    /// The item as one of the versions has it.
    private final class Version {
        let side: SourceChanges.Side
        let list: ListSnapshot
        let stored: StoredItem
        var values: ItemValues

        init?(_ side: SourceChanges.Side?, _ stored: StoredItem?, of list: ListSnapshot, by family: ViewFamily) throws {
            guard let side, let stored else { return nil }
            self.side = side
            self.list = list
            self.stored = stored
            values = try ItemValues(of: family.pointers, family.operands, in: stored.value.assumingMemoryBound(to: UInt8.self))
        }

        func position(by definition: ViewDefinition) throws -> ViewPosition? {
            let section = definition.looksAtSections ? try side.located(in: list).section : nil
            return try definition.position(of: ViewItem(stored, type: list.head.types[side.entry.type], section: section), &values)
        }
    }

    private let move: SourceChanges.Move
    private let old: Version?
    private let new: Version?
    /// Whether the versions differ in what a pointer finds, by the pointer's place; `nil` where all of it may differ.
    private let differing: [Bool]?

    /// - Parameters:
    ///   - old: The item's revision in the old version, which must outlive this; `nil` where that has none.
    ///   - new: That of the new version.
    /// - Throws: ``JSONSyntaxError`` for a value that is none.
    init(_ change: SourceChanges.Change, of changes: SourceChanges, by family: ViewFamily, old: StoredItem?, new: StoredItem?) throws {
        move = change.move
        self.old = try Version(change.old, old, of: changes.old, by: family)
        self.new = try Version(change.new, new, of: changes.new, by: family)
        if let old = self.old, let new = self.new, old.side.entry.type == new.side.entry.type {
            differing = old.values.differing(from: new.values)
        } else {
            differing = nil
        }
    }

    /// The positions of the item in a view; `nil` where it is not in it.
    ///
    /// - Parameter definition: One of the family's joined definitions.
    func positions(by definition: ViewDefinition) throws -> (old: ViewPosition?, new: ViewPosition?) {
        let position = try new?.position(by: definition)
        if isUnseen(by: definition) { return (position, position) }
        return (try old?.position(by: definition), position)
    }

    /// Whether a definition finds the same in both versions of the item.
    private func isUnseen(by definition: ViewDefinition) -> Bool {
        guard let differing else { return false }
        if definition.looksAtSections, move != .none { return false }
        return !definition.places.contains { differing[$0] }
    }
}
