import JSON
import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

/// Can fail: without ``WriteBatch/releaseViews(of:)`` a version whose values are gone is met in the first hundred writes.
@Suite("The history of a view")
struct ViewHistoryTests {
    /// A store that keeps as little as it may.
    private static func store(_ database: TestDatabase, _ clock: TestClock = TestClock()) throws -> SQLiteListStore {
        try database.open(clock) {
            $0.retention = RetentionPolicy(versions: 16, seconds: 0)
            $0.pinSeconds = .max / 1_000
        }
    }

    @Test(
        "reaches back as far as its versions show one of the source that is kept: each can be read whole, whatever is pinned",
        arguments: [UInt64.random(in: .min ... .max), 1, 2])
    func coupled(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try Self.store(database, clock)
        defer { store.close() }
        let source = try listID("source")
        var model = ListModel.counting(30)
        try store.put(model, into: source)
        // The second is seldom changed, so its versions show many of the source's.
        let views = try ["\"where\":{\"value\":\"\",\"equals\":1}", "\"where\":{\"value\":\"\",\"equals\":77}"].enumerated().map {
            let id = try listID("view-\($0.offset)")
            try store.define(id, "{\"of\":\"source\",\($0.element)}")
            return id
        }
        var pins: [(list: ListID, version: Int64, pin: VersionPin)] = []
        for round in 0..<300 {
            for _ in 0...(random.next() % 3) {
                let row = Int(random.next() % UInt64(model.sections[0].items.count))
                let value = random.next() % 20 == 0 ? "77" : "\(random.next() % 4)"
                model.sections[0].items[row].value = JSONText(verbatim: value)
            }
            try store.put(model, into: source)
            if random.next() % 10 == 0 {
                let id = ([source] + views)[Int(random.next() % 3)]
                let head = try store.snapshot(of: id, at: nil)
                let oldest = try #require(try store.watch(id)).oldest
                let version = oldest + Int64(random.next() % UInt64(head.version - oldest + 1))
                let pin = store.pin(version, ofList: head.head.number)
                try store.put(.counting(round % 3), into: listID("other"))
                if try #require(try store.watch(id)).oldest <= version { pins.append((id, version, pin)) }
            }
            if random.next() % 12 == 0, let index = pins.indices.randomElement(using: &random) { pins.remove(at: index).pin.release() }
            for pinned in pins {
                #expect(throws: Never.self, "seed \(seed), round \(round), \(pinned.list) at \(pinned.version)") {
                    _ = try ListModel(store.snapshot(of: pinned.list, at: pinned.version))
                }
            }
            if round % 10 == 9 {
                for view in views { try Self.checkReadable(view, of: source, store, database, "seed \(seed), round \(round)") }
            }
        }
        pins = []
        try store.put(.counting(3), into: source)
        for view in views { try Self.checkReadable(view, of: source, store, database, "seed \(seed)") }
        try database.rest(clock)
        let summary = try DatabaseCheck.run(database.path) { Issue.record("seed \(seed): \($0)") }
        #expect(summary.lists == 4)
    }

    /// All versions from the oldest on can be read, and the one after the oldest was not made of a version that the source has let go.
    private static func checkReadable(
        _ view: ListID, of source: ListID, _ store: SQLiteListStore, _ database: TestDatabase, _ comment: String
    ) throws {
        let floor = try #require(try store.watch(source)).oldest
        let head = try store.snapshot(of: view, at: nil)
        let oldest = try #require(try store.watch(view)).oldest
        let number = head.head.number << 36
        let late =
            "SELECT count(*) FROM version WHERE key > \(number + oldest) AND key <= \(number + head.version) AND source_before < \(floor)"
        #expect(try database.query(late) == 0, "\(comment), \(view)")
        for version in oldest...head.version {
            do { _ = try ListModel(store.snapshot(of: view, at: version)) } catch {
                let gone = try #require(try store.watch(view)).oldest > version
                #expect(gone, "\(comment), \(view) at \(version): \(error)")
            }
        }
        if oldest > 1 {
            let error = #expect(throws: ListError.self, "\(comment)") { try store.snapshot(of: view, at: oldest - 1) }
            #expect(error?.code == .versionGone, "\(comment)")
        }
    }

    @Test("begins with the version without items that the source's deletion makes, and goes on when it is made again")
    func sourceEnds() throws {
        let database = try TestDatabase()
        var store = try Self.store(database)
        let (source, view) = (try listID("source"), try listID("view"))
        try store.put(.counting(5), into: source)
        try store.define(view, "{\"of\":\"source\"}")
        try store.put(.counting(6), into: source)
        let end = try store.delete(source)
        var head = try store.snapshot(of: view, at: nil)
        #expect(head.version == 3 && head.itemCount == 0 && head.sectionCount == 0)
        for version: Int64 in 1...2 {
            #expect(throws: ListError.self) { try store.snapshot(of: view, at: version) }
        }
        #expect(try store.viewStatus(of: view)?.source == nil)
        // Once more: nothing is left to take away.
        store.close()
        store = try Self.store(database)
        defer { store.close() }
        try store.put(.counting(4), into: source)
        head = try store.snapshot(of: view, at: nil)
        #expect(head.version == 4 && head.itemCount == 4)
        #expect(try store.snapshot(of: view, at: 3).itemCount == 0)
        #expect(try store.viewStatus(of: view)?.source == end + 1)
        let page = try store.versions(of: view, before: nil, limit: 9)
        #expect(page.isOfView && page.versions.map(\.source) == [end + 1, nil])
    }

    @Test("shows no version of a source that was deleted, also where it had no items and gets no version by that")
    func emptySourceEnds() throws {
        let database = try TestDatabase()
        let store = try Self.store(database)
        defer { store.close() }
        let (source, view) = (try listID("source"), try listID("view"))
        try store.put(.counting(0), into: source)
        try store.define(view, "{\"of\":\"source\"}")
        #expect(try store.viewStatus(of: view)?.source == 1)
        let version = try store.snapshot(of: view, at: nil).version
        try store.delete(source)
        #expect(try store.snapshot(of: view, at: nil).version == version)
        #expect(try store.viewStatus(of: view)?.source == nil)
    }

    @Test("stays for a stream that reads it, also where the source is deleted meanwhile")
    func pinned() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try Self.store(database, clock)
        defer { store.close() }
        let (source, view) = (try listID("source"), try listID("view"))
        try store.put(.counting(500), into: source)
        let head = try store.define(view, "{\"of\":\"source\"}")
        let pin = store.pin(head.version, ofList: head.head.number)
        let content = try ListModel(store.snapshot(of: source, at: nil))
        try store.delete(source)
        for count in 1...20 { try store.put(.counting(count), into: listID("other")) }
        clock.advance(seconds: 61)
        try eventually("the collector to look") {
            try database.query("SELECT count(*) FROM list WHERE id = 'other' AND collected < oldest") == 0
        }
        #expect(try ListModel(head) == content)
        pin.release()
        try database.rest(clock)
        #expect(throws: (any Error).self) { try ListModel(head) }
    }

    @Test("leaves nothing behind of items that have come and gone")
    func leaksNothing() throws {
        let database = try TestDatabase()
        let clock = TestClock()
        let store = try Self.store(database, clock)
        defer { store.close() }
        let (source, view) = (try listID("source"), try listID("view"))
        try store.define(view, "{\"of\":\"source\"}")
        for round in 0..<60 { try store.put(.counting(20, prefix: "r\(round)"), into: source) }
        for count in 1...40 { try store.put(.counting(count, prefix: "last"), into: source) }
        try database.rest(clock)
        let number = try store.snapshot(of: view, at: nil).head.number
        #expect(try database.query("SELECT count(*) FROM name WHERE list = \(number) AND kind = 0") <= 41)
        #expect(try database.query("SELECT count(*) FROM name WHERE list <> \(number) AND kind = 0") <= 41)
        try store.delete(view)
        try database.rest(clock)
        #expect(try database.query("SELECT count(*) FROM name WHERE list = \(number)") == 0)
        #expect(try database.query("SELECT count(*) FROM view") == 0)
    }
}
