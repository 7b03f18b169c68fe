import Ports
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import Lists

@Suite("Random differences")
struct RandomChangesetTests {
    /// Makes versions by random edits and follows each pair of them.
    ///
    /// - Returns: How many pairs were followed.
    private func follow(_ edits: RandomEdits, versions: Int, pairsOf distance: Int, seed: UInt64) throws -> Int {
        var random = SeededGenerator(seed: seed)
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
                    let start = old == 0 ? nil : shelf.snapshot(at: Int64(old))
                    try ChangesetCheck.follow(from: start, lists[old], to: snapshot, lists[new])
                } catch {
                    Issue.record("seed \(seed), from \(old) to \(new): \(error); it was \(lists[old])")
                    return pairs
                }
                pairs += 1
            }
        }
        return pairs
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

    @Test("keep an id the same thing while versions leave the history", arguments: 0..<8)
    func history(run: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let random = Mutex(SeededGenerator(seed: seed))
        let edits = RandomEdits(run: 4, most: 16)
        let store = MemoryListStore(versions: 6, describeList: { _ in [] }, now: { 0 }, makeIdentifiers: { CountingIdentifiers() })
        let id = try #require(ListID("l"))
        var known: [(snapshot: ListSnapshot, list: FollowedList)] = []
        var pairs = 0
        for step in 0..<120 {
            let last = known.last?.list
            store.write(id) { transaction in
                try random.withLock { random in
                    let edit = try transaction.edit()
                    if let last, step % 9 == 0 {
                        try edit.replace(with: edits.document(like: last, using: &random))
                    } else {
                        for _ in 0...random.below(3) { try edits.apply(to: edit, using: &random) }
                    }
                    try transaction.commit(edit)
                }
            } completion: { result in
                if case .failure(let error) = result { #expect((error as? ListError)?.code == .idTaken, "seed \(seed): \(error)") }
            }
            guard let head = try? store.snapshot(of: id, at: nil), head.version != known.last?.snapshot.version else { continue }
            let list = try FollowedList(head)
            known.removeAll { !store.isReadable($0.snapshot.version, ofList: head.head.number) }
            for old in known {
                #expect(throws: Never.self, "seed \(seed), from \(old.snapshot.version) to \(head.version)") {
                    try ChangesetCheck.follow(from: old.snapshot, old.list, to: head, list)
                }
                pairs += 1
            }
            known.append((head, list))
        }
        #expect(pairs >= 200, "seed \(seed)")
    }
}
