import JSON
import Ports
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import Lists

/// Can fail: a revert that hangs the old entries in again has their revisions, and leaves their rows to the collector.
@Suite("A revert to an earlier version")
struct RevertTests {
    /// How a revert is made.
    enum Way: CaseIterable {
        case short, long, staged

        func apply(_ shelf: ListShelf, to version: Int64) throws -> VersionDraft? {
            let target = shelf.snapshot(at: version)
            switch self {
            case .short:
                return try shelf.write { edit in
                    guard try edit.revert(to: target, limit: .max) else { throw BatchUpdates.Defect("too long") }
                }
            case .long: return try shelf.write { try $0.revert(to: target) }
            case .staged: return try shelf.write(stagingAbout: 20) { try $0.revert(to: target) }
            }
        }
    }

    /// Makes versions by random edits and reverts, and compares each revert with plain arrays.
    ///
    /// - Returns: How many reverts made a version.
    private func revert(_ edits: RandomEdits, versions: Int64, seed: UInt64) throws -> Int {
        var random = SeededGenerator(seed: seed)
        let shelf = try ListShelf()
        var lists = [FollowedList()]
        var reverts = 0
        while shelf.head.version < versions {
            let head = shelf.head.version
            if head > 1, random.below(3) == 0 {
                let target = Int64(1 + random.below(Int(head)))
                let expected = lists[Int(target)].reverted(from: lists[Int(head)], at: head + 1)
                let draft = try Way.allCases[random.below(3)].apply(shelf, to: target)
                let properties = (shelf.snapshot(at: target).head.properties, shelf.head.properties)
                guard properties.0 == properties.1, (draft != nil) == (expected != lists[Int(head)] || draft?.hasNewProperties == true)
                else { throw BatchUpdates.Defect("\(head) to \(target): \(draft == nil ? "no version" : "a version")") }
                if draft == nil { continue }
                reverts += 1
                let found = try FollowedList(shelf.snapshot())
                guard found == expected else { throw BatchUpdates.Defect("\(head) to \(target): \(found), not \(expected)") }
                try ChangesetCheck.follow(from: shelf.snapshot(at: head), lists[Int(head)], to: shelf.snapshot(), found)
                lists.append(found)
                _ = try shelf.reach(head + 1)
                if let defect = try shelf.garbageDefect() { throw BatchUpdates.Defect(defect) }
                continue
            }
            do {
                try shelf.write { edit in
                    if head > 0, random.below(6) == 0 {
                        return try edit.replace(with: edits.document(like: lists[Int(head)], using: &random))
                    }
                    if random.below(4) == 0 { edit.setProperties(ListProperties(title: "\(random.below(3))", identity: nil)) }
                    for _ in 0...random.below(4) { try edits.apply(to: edit, using: &random) }
                }
            } catch let error as ListError where error.code == .idTaken {
                continue
            }
            if lists.count == Int(shelf.head.version) { lists.append(try FollowedList(shelf.snapshot())) }
        }
        return reverts
    }

    @Test("gives a short list's content back, whatever was done since", arguments: 0..<40)
    func shortLists(run: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        do {
            #expect(try revert(RandomEdits(run: 4, most: 24), versions: 60, seed: seed) > 5, "seed \(seed)")
        } catch {
            Issue.record("seed \(seed): \(error)")
        }
    }

    @Test("gives the content of a list of many leaves back", arguments: 0..<8)
    func longLists(run: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        do {
            let edits = RandomEdits(run: run < 6 ? 150 : 1_500, most: run < 6 ? 1_200 : 8_000)
            #expect(try revert(edits, versions: 24, seed: seed) > 0, "seed \(seed)")
        } catch {
            Issue.record("seed \(seed): \(error)")
        }
    }

    @Test("of a revert brings back what it undid, and one more changes nothing", arguments: Way.allCases)
    func undone(way: Way) throws {
        let shelf = try Self.shelf(1_000)
        let (first, path) = (try FollowedList(shelf.snapshot()), IndexPath(section: 0, row: 7))
        try shelf.write { edit in
            try edit.updateItem(at: path, value: JSONText(verbatim: "-1"))
            try edit.deleteItem(at: IndexPath(section: 0, row: 500))
            try edit.moveItem(from: IndexPath(section: 0, row: 900), to: path)
            try edit.insertSection(SectionDraft(id: Identifier(verbatim: "t"), items: [ItemDraft(value: .null)]), at: 0)
            edit.setProperties(ListProperties(title: "t", metadata: JSONText(verbatim: #"{"a":1}"#), defaultType: "D", identity: "/i"))
        }
        let (second, properties) = (try FollowedList(shelf.snapshot()), shelf.head.properties)
        #expect(try way.apply(shelf, to: 1) != nil)
        #expect(try FollowedList(shelf.snapshot()) == first.reverted(from: second, at: 3) && shelf.head.properties == ListProperties())
        #expect(try way.apply(shelf, to: 2) != nil)
        #expect(shelf.head.version == 4 && shelf.head.properties == properties)
        let last = try FollowedList(shelf.snapshot())
        #expect(last.contents == second.contents)
        // Two items were written by each revert: the changed one and the deleted one, or the one of the new section.
        #expect(last.sections.flatMap(\.items).filter { $0.revision == 4 }.count == 2)
        #expect(try way.apply(shelf, to: 2) == nil && way.apply(shelf, to: 4) == nil)
    }

    @Test("has values in the list's head that differ in nothing keep their revisions", arguments: Way.allCases)
    func sameTexts(way: Way) throws {
        let shelf = try Self.shelf(100)
        let path = IndexPath(section: 0, row: 7)
        try shelf.write { try $0.updateItem(at: path, value: .null) }
        try shelf.write { try $0.updateItem(at: path, value: JSONText(verbatim: "7")) }
        try shelf.write { try $0.deleteItem(at: path) }
        try shelf.write { try $0.insertItems([ItemDraft(id: Identifier(verbatim: "i7"), value: JSONText(verbatim: "7"))], at: path) }
        // Version 1 has the same text as version 5.
        #expect(try way.apply(shelf, to: 1) == nil)
        try shelf.write { try $0.updateItem(at: path, value: JSONText(verbatim: "7"), type: .named("T")) }
        #expect(try way.apply(shelf, to: 1) != nil)
        #expect(try FollowedList(shelf.snapshot()).sections[0].items[7].revision == 7)
    }

    @Test("ends before it has done much, where it takes more than it may")
    func limit() throws {
        let shelf = try Self.shelf(10_000)
        try shelf.write { edit in
            for row in 0..<10 { try edit.updateItem(at: IndexPath(section: 0, row: row * 900), value: .null) }
        }
        let (target, base) = (shelf.snapshot(at: 1), shelf.head)
        func done(_ limit: Int) throws -> Bool {
            let edit = ListEdit(base: base, isNew: false, storage: shelf, now: 0, identifiers: CountingIdentifiers())
            return try edit.revert(to: target, limit: limit)
        }
        #expect(try !done(9) && done(10))
        try shelf.write { try $0.deleteSection(at: 0) }
        let before = shelf.reads
        let edit = ListEdit(base: shelf.head, isNew: false, storage: shelf, now: 0, identifiers: CountingIdentifiers())
        #expect(try !edit.revert(to: target, limit: 5_000))
        #expect(shelf.reads - before < 10)
    }

    @Test("counts the bytes that it writes")
    func bytes() throws {
        let shelf = try ListShelf()
        let long = JSONText(verbatim: "\"\(String(repeating: "x", count: 50_000))\"")
        try shelf.write { edit in
            try edit.insertSection(SectionDraft(items: (0..<10).map { _ in ItemDraft(value: long) }), at: 0)
        }
        try shelf.write { edit in for row in 0..<10 { try edit.updateItem(at: IndexPath(section: 0, row: row), value: .null) } }
        let edit = ListEdit(base: shelf.head, isNew: false, storage: shelf, now: 0, identifiers: CountingIdentifiers())
        #expect(try !edit.revert(to: shelf.snapshot(at: 1), limit: 400))
        #expect(try Way.long.apply(shelf, to: 1) != nil)
    }

    @Test("reads and writes what its difference has", arguments: [1_000, 100_000])
    func cost(count: Int) throws {
        let shelf = try Self.shelf(count)
        try shelf.write { edit in
            try edit.updateItem(at: IndexPath(section: 0, row: count / 2), value: .null)
            try edit.deleteItem(at: IndexPath(section: 0, row: count / 3))
            try edit.moveItem(from: IndexPath(section: 0, row: count / 5), to: IndexPath(section: 0, row: count / 4))
        }
        let (reads, revisions) = (shelf.reads, shelf.revisionReads)
        let draft = try #require(try Way.short.apply(shelf, to: 1))
        #expect(shelf.reads - reads < 150 && shelf.revisionReads - revisions < 12)
        #expect(draft.rows.itemNodes.count < 12 && draft.rows.itemRevisions.count == 2)
    }

    @Test("hands out its rows on the way, and keeps the leaves that it finds")
    func staged() throws {
        let shelf = try Self.shelf(20_000)
        try shelf.write { edit in
            for row in 0..<2_000 { try edit.updateItem(at: IndexPath(section: 0, row: row * 2), value: .null) }
        }
        let draft = try #require(try Way.staged.apply(shelf, to: 1))
        #expect(shelf.stagedCounts.count > 50 && shelf.lastCount < 100)
        // Of some four hundred leaves those with the first four thousand items are made anew.
        #expect(draft.rows.itemRevisions.count == 2_000 && draft.rows.itemNodes.count < 120)
    }

    @Test("keeps ids the same things while versions leave the history", arguments: 0..<6)
    func history(run: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let random = Mutex(SeededGenerator(seed: seed))
        let edits = RandomEdits(run: 4, most: 16)
        let store = MemoryListStore(versions: 6, describeList: { _ in [] }, now: { 0 }, makeIdentifiers: { CountingIdentifiers() })
        let id = try #require(ListID("l"))
        var known: [Int64: FollowedList] = [:]
        var reverts = 0
        for step in 0..<160 {
            let head = try? store.snapshot(of: id, at: nil).version
            let versions = known.keys.sorted()
            let chosen = versions.isEmpty ? nil : versions[random.withLock { $0.below(versions.count) }]
            let target = head.flatMap { head in chosen.map { ($0, head) } }
            store.write(id) { transaction in
                try random.withLock { random in
                    let edit = try transaction.edit()
                    if let (version, _) = target, step % 3 == 0 {
                        let target = try transaction.snapshot(at: version)
                        if step % 2 == 0 { try edit.revert(to: target) } else { _ = try edit.revert(to: target, limit: .max) }
                    } else {
                        for _ in 0...random.below(3) { try edits.apply(to: edit, using: &random) }
                    }
                    try transaction.commit(edit)
                }
            } completion: { result in
                if case .failure(let error) = result { #expect((error as? ListError)?.code == .idTaken, "seed \(seed): \(error)") }
            }
            // The first edits may take each other back, so that there is no list yet.
            if head == nil, (try? store.snapshot(of: id, at: nil)) == nil { continue }
            let snapshot = try store.snapshot(of: id, at: nil)
            if let (version, old) = target, step % 3 == 0, let content = known[version], let before = known[old], snapshot.version > old {
                #expect(try FollowedList(snapshot) == content.reverted(from: before, at: snapshot.version), "seed \(seed)")
                reverts += 1
            }
            known[snapshot.version] = try FollowedList(snapshot)
            known = known.filter { store.isReadable($0.key, ofList: snapshot.head.number) }
        }
        #expect(reverts > 10, "seed \(seed)")
    }

    /// A list of one section, `s`, with the items `i0`, `i1`, …, each with its number as its value.
    private static func shelf(_ count: Int) throws -> ListShelf {
        let shelf = try ListShelf()
        let items = (0..<count).map { ItemDraft(id: Identifier(verbatim: "i\($0)"), value: JSONText(verbatim: "\($0)")) }
        try shelf.write { try $0.insertSection(SectionDraft(id: Identifier(verbatim: "s"), items: items), at: 0) }
        return shelf
    }
}

extension FollowedList {
    /// The content that a revert to this version makes of a head.
    fileprivate func reverted(from head: FollowedList, at version: Int64) -> FollowedList {
        let known = Dictionary(uniqueKeysWithValues: head.sections.flatMap(\.items).map { ($0.id, $0) })
        var list = self
        for section in list.sections.indices {
            for row in list.sections[section].items.indices {
                let item = list.sections[section].items[row]
                let isSame = known[item.id].map { $0.value == item.value && $0.type == item.type } ?? false
                list.sections[section].items[row].revision = isSame ? known[item.id]?.revision ?? 0 : version
            }
        }
        return list
    }

    /// The same without revisions.
    fileprivate var contents: FollowedList {
        var list = self
        for section in list.sections.indices {
            for row in list.sections[section].items.indices { list.sections[section].items[row].revision = 0 }
        }
        return list
    }
}
