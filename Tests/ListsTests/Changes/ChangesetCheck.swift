@testable import Lists

/// What holds of the difference of any two versions.
enum ChangesetCheck {
    /// Follows one version to another, and checks that the stages list what has changed and nothing else.
    ///
    /// - Throws: ``BatchUpdates/Defect``.
    static func follow(from old: ListSnapshot?, _ before: FollowedList, to new: ListSnapshot, _ after: FollowedList) throws {
        guard let changeset = try new.changes(since: old, limit: 100_000) else { throw BatchUpdates.Defect("no changeset") }
        var list = before
        try list.apply(changeset, of: new, target: after)
        // The limit is met exactly, so what is noticed on the way is never too early.
        let count = changeset.operationCount
        guard try new.changes(since: old, limit: count) == changeset else { throw BatchUpdates.Defect("\(count) operations are too many") }
        guard try new.changes(since: old, limit: count - 1) == nil else { throw BatchUpdates.Defect("\(count - 1) operations are enough") }
        try checkEconomy(changeset, before, after)
    }

    /// Nothing is listed that has not changed, nothing is deleted that is still there, and each section keeps the longest order.
    private static func checkEconomy(_ changeset: Changeset, _ before: FollowedList, _ after: FollowedList) throws {
        let (old, new) = (Places(before), Places(after))
        let items = changeset.stages.map(\.items)
        let deleted = old.items.filter { new.items[$0.key] == nil && new.sections[$0.value.section] != nil }.count
        let inserted = new.items.filter { old.items[$0.key] == nil && old.sections[$0.value.section] != nil }.count
        let updated = new.items.filter { (old.items[$0.key]?.revision ?? $0.value.revision) != $0.value.revision }.count
        var staying = 0
        for section in after.sections {
            let rows = section.items.compactMap { item in old.items[item.id].flatMap { $0.section == section.id ? $0.row : nil } }
            staying += LongestIncreasingSubsequence.indices(of: rows).count
        }
        let moved = old.items.filter { new.items[$0.key] != nil }.count - staying
        let counts = [
            items.reduce(0) { $0 + $1.deleted.count }, items.reduce(0) { $0 + $1.inserted.count }, items.reduce(0) { $0 + $1.moved.count },
            items.reduce(0) { $0 + $1.updated.count },
        ]
        guard counts == [deleted, inserted, moved, updated] else {
            throw BatchUpdates.Defect("items \(counts), not \([deleted, inserted, moved, updated])")
        }
        let places = after.sections.compactMap { old.sections[$0.id] }
        let sections = changeset.stages.map(\.sections)
        let movedSections = sections.reduce(0) { $0 + $1.moved.count }
        guard movedSections == places.count - LongestIncreasingSubsequence.indices(of: places).count else {
            throw BatchUpdates.Defect("\(movedSections) sections moved")
        }
    }

    /// Where everything stands in a list.
    private struct Places {
        var sections: [Identifier: Int] = [:]
        var items: [Identifier: (section: Identifier, row: Int, revision: Int64)] = [:]

        init(_ list: FollowedList) {
            for (index, section) in list.sections.enumerated() {
                sections[section.id] = index
                for (row, item) in section.items.enumerated() { items[item.id] = (section.id, row, item.revision) }
            }
        }
    }
}
