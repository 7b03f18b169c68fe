import JSON
import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

/// Can fail: where a view is built on the writer, the writes to its source wait for the gate, and the tests do not end.
@Suite("A view that is built beside the writer", .timeLimit(.minutes(5)))
struct ViewBuildTests {
    private let database: TestDatabase
    private let clock = TestClock()
    private let gate = BuildGate()
    private let source: ListID
    private let view: ListID
    private static let small = #"{"of":"source","where":{"value":"","less":1000},"sortBy":[{"value":"","order":"descending"}]}"#
    private static let all = #"{"of":"source","sortBy":[""]}"#

    private static func less(than number: Int) -> String { "{\"of\":\"source\",\"where\":{\"value\":\"\",\"less\":\(number)}}" }

    init() throws {
        database = try TestDatabase()
        (source, view) = (try listID("source"), try listID("view"))
    }

    private func open(items: Int? = 300, stagedRows: Int = 64) throws -> SQLiteListStore {
        let store = try database.open(clock) { [gate] in
            $0.shortView = 100
            $0.stagedRows = stagedRows
            $0.beforeBuild = { gate.pass() }
            $0.retention = RetentionPolicy(versions: 16, seconds: 0)
        }
        if let items { try store.put(.counting(items), into: source) }
        return store
    }

    /// A store with a view of all items, which holds up the next build.
    private func openWithView() throws -> SQLiteListStore {
        let store = try open()
        try store.define(view, Self.all)
        gate.close()
        return store
    }

    private func isCurrent(_ store: SQLiteListStore) throws -> Bool { try store.viewStatus(of: view)?.isCurrent == true }

    /// Holds the database, and each view in it, to what it should be; and once more after all garbage has gone.
    private func check(_ store: SQLiteListStore, _ comment: String = "") throws {
        _ = try DatabaseCheck.run(database.path) { Issue.record("\(comment) \($0)") }
        for _ in 0..<20 { try store.put(.counting(Int.random(in: 1...3)), into: listID("other")) }
        try database.rest(clock, comment)
        _ = try DatabaseCheck.run(database.path) { Issue.record("\(comment), at rest: \($0)") }
        #expect(try database.query("SELECT count(*) FROM long_write") == 0, "\(comment)")
        #expect(try database.query("SELECT count(*) FROM view WHERE behind IS NOT NULL") == 0, "\(comment)")
    }

    @Test("is there once it is made, with what has been written to its source meanwhile")
    func definition() throws {
        let store = try open()
        defer { store.close() }
        gate.close()
        let made = try store.beginToDefine(view, Self.small)
        gate.waitForBuild()
        #expect(try store.setValue("5000", at: 7, of: source) == 2)
        #expect(try store.setValue("-1", at: 8, of: source) == 3)
        _ = try store.writeAndWait(source) { transaction in
            let edit = try transaction.edit()
            try edit.deleteItem(at: IndexPath(section: 0, row: 100))
            try edit.moveItem(from: IndexPath(section: 0, row: 0), to: IndexPath(section: 0, row: 50))
            let item = ItemDraft(id: Identifier(verbatim: "new"), value: JSONText(verbatim: "150"))
            try edit.insertItems([item], at: IndexPath(section: 0, row: 9))
            return try transaction.commit(edit)
        }
        #expect(throws: ListError.self) { try store.snapshot(of: view, at: nil) }
        gate.open()
        #expect(try made.get() == 1)
        let head = try store.snapshot(of: view, at: nil)
        #expect(head.version == 1 && head.itemCount == 299)
        #expect(try isCurrent(store))
        #expect(try store.versions(of: view, before: nil, limit: 9).versions.map(\.source) == [4])
        try checkWhole(head, store)
        try check(store)
    }

    @Test("shows what it has shown until it is defined anew, says so, and then has one version more")
    func redefinition() throws {
        let store = try openWithView()
        defer { store.close() }
        let made = try store.beginToDefine(view, Self.small)
        gate.waitForBuild()
        for row in 0..<40 { try store.setValue("\(row % 3 * 1000)", at: row, of: source) }
        let status = try #require(try store.viewStatus(of: view))
        #expect(!status.isCurrent && status.source == 1 && status.head.version == 1)
        #expect(try ListModel(status.head) == .counting(300))
        gate.open()
        #expect(try made.get() == 2)
        #expect(try isCurrent(store) && store.viewCounts == (1, 0))
        #expect(try store.snapshot(of: view, at: nil).version == 2)
        try check(store)
    }

    /// Can fail: where the parents are not forgotten that the build's last part has replaced, a reader looks in nodes as they were.
    @Test("has each item where its id says, also for readers that knew the positions before it was defined anew")
    func positions() throws {
        let store = try open(stagedRows: 4_096)
        defer { store.close() }
        try store.setValues(of: source, count: 300) { "\($0 * 37 % 300)" }
        try store.define(view, #"{"of":"source"}"#)
        try store.expectPositions(in: view)
        gate.close()
        let made = try store.beginToDefine(view, Self.all)
        gate.waitForBuild()
        try store.setValue("1000", at: 7, of: source)
        gate.open()
        #expect(try made.get() == 2)
        try store.expectPositions(in: view)
        try check(store)
    }

    @Test("follows a large change of its source, and what is written meanwhile comes with it, in one version")
    func largeChange() throws {
        let store = try open()
        defer { store.close() }
        try store.define(view, Self.small)
        gate.close()
        #expect(try store.put(.counting(700, prefix: "j"), into: source).version == 2)
        gate.waitForBuild()
        for row in 0..<60 { #expect(try store.setValue("-\(row)", at: row * 10, of: source) == Int64(3 + row)) }
        var status = try #require(try store.viewStatus(of: view))
        #expect(!status.isCurrent && status.source == 1 && status.head.version == 1 && status.head.itemCount == 300)
        #expect(store.viewCounts == (1, 1))
        gate.open()
        try eventually("the view to be built") { try isCurrent(store) }
        status = try #require(try store.viewStatus(of: view))
        #expect(status.head.version == 2 && status.source == 62 && status.head.itemCount == 700)
        try checkWhole(status.head, store)
        try check(store)
    }

    @Test("is built by the next start where the store was stopped meanwhile", arguments: [true, false])
    func restart(isDefinition: Bool) throws {
        var store = try openWithView()
        var made: WriteResult<Int64>?
        if isDefinition {
            made = try store.beginToDefine(view, Self.small)
        } else {
            try store.put(.counting(900, prefix: "j"), into: source)
        }
        gate.waitForBuild()
        try store.setValue("77", at: 5, of: source)
        store.close()
        gate.open()
        if let made { #expect(try made.code() == .unavailable) }
        store = try open(items: nil)
        defer { store.close() }
        try eventually("the view to be built") { try isCurrent(store) }
        let shown = try store.snapshot(of: view, at: nil)
        // The old definition still holds where the new one was not acknowledged.
        #expect(shown.version == 2 && shown.itemCount == (isDefinition ? 300 : 900))
        try check(store)
    }

    @Test("is emptied where its source is deleted while it is built, and filled by the next one", arguments: [true, false])
    func sourceEnds(isMadeAgain: Bool) throws {
        let store = try openWithView()
        defer { store.close() }
        try store.put(.counting(900, prefix: "j"), into: source)
        gate.waitForBuild()
        try store.delete(source)
        if isMadeAgain { try store.put(.counting(400), into: source) }
        #expect(try ListModel(store.snapshot(of: view, at: nil)) == .counting(300))
        gate.open()
        try eventually("the view to be built") { try isCurrent(store) }
        let head = try store.snapshot(of: view, at: nil)
        #expect(head.itemCount == (isMadeAgain ? 400 : 0))
        // The version without items is the oldest that is left.
        let oldest = try #require(try store.watch(view)).oldest
        #expect(oldest == (isMadeAgain ? head.version - 1 : head.version))
        #expect(try store.snapshot(of: view, at: oldest).itemCount == 0)
        try check(store)
    }

    @Test("that is long is emptied beside the writer where its source is deleted; until then it can be read")
    func deletion() throws {
        let store = try openWithView()
        defer { store.close() }
        try store.delete(source)
        gate.waitForBuild()
        for count in 1...30 { try store.put(.counting(count), into: listID("other")) }
        clock.advance(seconds: 61)
        for count in 1...30 { try store.put(.counting(count), into: listID("other")) }
        #expect(try ListModel(store.snapshot(of: view, at: nil)) == .counting(300))
        gate.open()
        try eventually("the view to be emptied") { try isCurrent(store) }
        #expect(try store.snapshot(of: view, at: nil).itemCount == 0)
        #expect(throws: ListError.self) { try store.snapshot(of: view, at: 1) }
        try check(store)
    }

    @Test("goes where it is deleted before it is built, and can be made again")
    func viewEnds() throws {
        let store = try openWithView()
        defer { store.close() }
        try store.put(.counting(900, prefix: "j"), into: source)
        gate.waitForBuild()
        let ended = WriteResult<Int64>()
        store.write(view, { try $0.delete() }, completion: ended.completion)
        gate.open()
        #expect(try ended.get() == 3)
        #expect(store.viewCounts == (0, 0))
        #expect(try store.define(view, Self.all).itemCount == 900)
        try check(store)
    }

    @Test("that is defined in a loop shows its last definition")
    func loop() throws {
        let store = try open()
        defer { store.close() }
        let results = try (1...25).map { try store.beginToDefine(view, Self.less(than: $0 * 10)) }
        for row in 0..<20 { try store.setValue("\(-row)", at: 299 - row, of: source) }
        let versions = try results.map { try $0.get() }
        #expect(versions == versions.sorted() && Set(versions).count == 25)
        #expect(try store.snapshot(of: view, at: nil).itemCount == 270)
        #expect(try isCurrent(store))
        try check(store)
    }

    @Test(
        "is what its definition says at every rest, whatever is written while it is built",
        arguments: [UInt64.random(in: .min ... .max), 1, 2])
    func oracle(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try open(items: 200)
        defer { store.close() }
        let members = [
            "", #","sortBy":[""]"#, #","where":{"value":"","less":300}"#, #","sortBy":[{"value":"","order":"descending"}],"limit":120"#,
            #","sectionBy":{"value":""},"where":{"value":"","less":150}"#,
        ]
        let views = try (0..<3).map { try listID("view-\($0)") }
        var (results, count, prefix) = ([WriteResult<Int64>](), 200, "i")
        for round in 0..<60 {
            switch random.next() % 8 {
            case 0:
                (count, prefix) = (Int(random.next() % 500), "p\(random.next() % 3)")
                try store.put(.counting(count, prefix: prefix), into: source)
            case 1 where random.next() % 3 == 0:
                if try store.watch(source) != nil { try store.delete(source) }
                if random.next() % 2 == 0 { count = 0 } else { try store.put(.counting(count, prefix: prefix), into: source) }
            case 1, 2:
                let member = members[Int(random.next() % UInt64(members.count))]
                results.append(try store.beginToDefine(views[Int(random.next() % 3)], "{\"of\":\"source\"\(member)}"))
            default:
                for _ in 0..<(random.next() % 20) where count > 0 {
                    try store.setValue("\(random.next() % 400)", at: Int(random.next() % UInt64(count)), of: source)
                }
            }
            guard round % 10 == 9 else { continue }
            for result in results { _ = try result.get() }
            results = []
            try eventually("seed \(seed), round \(round)") { try database.query("SELECT count(*) FROM view WHERE behind IS NOT NULL") == 0 }
            _ = try DatabaseCheck.run(database.path) { Issue.record("seed \(seed), round \(round): \($0)") }
        }
        try check(store, "seed \(seed)")
    }

    @Test("makes the same rows on another file that runs the log's entries")
    func replays() throws {
        let log = MemoryLog()
        let copy = try TestDatabase.migrated()
        let store = try database.open(clock) {
            $0.shortView = 20
            $0.stagedRows = 16
            $0.log = log
        }
        try store.put(.counting(100), into: source)
        try store.define(view, Self.all)
        try store.put(.counting(200, prefix: "j"), into: source)
        for row in 0..<50 { try store.setValue("\(row * 7 % 50)", at: row, of: source) }
        try eventually("the view to be built") { try isCurrent(store) }
        let results = try (1...5).map { try store.beginToDefine(view, Self.less(than: $0 * 30)) }
        for row in 0..<50 { try store.setValue("\(row * 9 % 50)", at: row * 2, of: source) }
        for result in results { _ = try result.get() }
        try store.delete(source)
        try eventually("the view to be emptied") { try isCurrent(store) }
        store.close()
        try copy.apply(log.entries)
        #expect(try database.differences(from: copy) == [])
        #expect(try copy.findings() == [])
    }
}
