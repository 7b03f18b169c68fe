import Testing

@testable import Lists

@Suite("Random differences")
struct RandomChangesetTests {
    /// Makes versions by random edits and follows each pair of them.
    ///
    /// - Returns: How many pairs were followed.
    private func follow(_ edits: RandomEdits, versions: Int, pairsOf distance: Int, seed: UInt64) throws -> Int {
        var random = SeededRandom(seed: seed)
        let shelf = try ListShelf()
        var lists = [FollowedList()]
        while shelf.head.version < versions {
            do {
                try shelf.write { edit in
                    if shelf.head.version > 0, random.below(8) == 0 {
                        return try edit.replace(with: edits.document(like: lists[lists.count - 1], using: &random))
                    }
                    for _ in 0...random.below(4) { try edits.apply(to: edit, using: &random) }
                }
            } catch let error as ListError where error.code == .idTaken {
                continue
            }
            if lists.count == Int(shelf.head.version) { lists.append(try FollowedList(shelf.snapshot())) }
        }
        var pairs = 0
        for new in 1..<lists.count {
            let snapshot = shelf.snapshot(at: Int64(new))
            for old in Set([0, new / 2]).union(max(0, new - distance)..<new) {
                do {
                    try check(from: old == 0 ? nil : shelf.snapshot(at: Int64(old)), lists[old], to: snapshot, lists[new])
                } catch {
                    Issue.record("seed \(seed), from \(old) to \(new): \(error); it was \(lists[old])")
                    return pairs
                }
                pairs += 1
            }
        }
        return pairs
    }

    private func check(from old: ListSnapshot?, _ before: FollowedList, to new: ListSnapshot, _ after: FollowedList) throws {
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
    private func checkEconomy(_ changeset: Changeset, _ before: FollowedList, _ after: FollowedList) throws {
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

    @Test("turn any version of a short list into any later one", arguments: 0..<45)
    func shortLists(run: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let pairs = try follow(RandomEdits(run: 4, most: 24), versions: 32, pairsOf: 32, seed: seed)
        #expect(pairs >= 450, "seed \(seed)")
    }

    @Test("turn versions of a list of many leaves into later ones", arguments: 0..<12)
    func longLists(run: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let pairs = try follow(RandomEdits(run: run < 8 ? 150 : 1_500, most: run < 8 ? 1_200 : 8_000), versions: 16, pairsOf: 4, seed: seed)
        #expect(pairs >= 60, "seed \(seed)")
    }
}
