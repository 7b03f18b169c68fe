import JSON
import Lists
import Ports
import StoreSuite
import TestSupport
import Testing
@testable import SQLiteStore

/// Each view is held to what its definition makes of its source as a whole, by `DatabaseCheck`, after writes that it was kept by.
@Suite("A view of values that somebody has made to do harm")
struct HostileViewTests {
    private let database: TestDatabase
    private let store: SQLiteListStore
    private let source: ListID
    private let view: ListID
    private static let sections = 40

    init() throws {
        database = try TestDatabase()
        store = try database.open { $0.viewSections = Self.sections }
        (source, view) = (try listID("source"), try listID("view"))
    }

    private func put(_ items: [(id: String, value: String)]) throws {
        try store.put(ListModel([.init("s", items: items.map { .init($0.id, $0.value) })]), into: source)
    }

    private func check(_ comment: String = "", _ location: SourceLocation = #_sourceLocation) throws {
        #expect(try store.viewStatus(of: view)?.isCurrent == true, "\(comment)", sourceLocation: location)
        _ = try DatabaseCheck.run(database.path, viewSections: Self.sections) {
            Issue.record("\(comment) \($0)", sourceLocation: location)
        }
    }

    private func ids() throws -> [String] {
        let list = try store.snapshot(of: view, at: nil)
        return try list.sections(in: 0..<list.sectionCount).flatMap { section in
            try list.items(of: section, rows: 0..<section.itemCount).map { try list.revision(of: $0).id.text }
        }
    }

    @Test("orders strings of 256 KiB by their first 256 characters and then by ids, and groups them in the last section")
    func longStrings() throws {
        defer { store.close() }
        let long = String(repeating: "é", count: 256)
        func value(_ first: String, _ last: String) -> String {
            "\"\(first)\(long.dropFirst(first.count))\(String(repeating: last, count: 256 << 10))\""
        }
        try put([("c", value("", "a")), ("b", value("", "z")), ("a", value("z", "a")), ("d", value("a", "a"))])
        try store.define(view, #"{"of":"source","sectionBy":{"value":""},"sortBy":[""]}"#)
        #expect(try ids() == ["d", "b", "c", "a"])
        #expect(try store.snapshot(of: view, at: nil).sections(in: 0..<1).map(\.id.text) == ["~"])
        try store.setValue(value("", "b"), at: 2, of: source)
        #expect(try ids() == ["d", "a", "b", "c"])
        try check()
    }

    @Test("tells ids and groups that begin with ~ from the group of everything else")
    func tildes() throws {
        defer { store.close() }
        try put([("~", "\"~\""), ("~~", "\"~~\""), ("~1", "1"), ("@~", "null"), ("~x", "\"~x\"")])
        try store.define(view, #"{"of":"source","sectionBy":{"value":""},"sortBy":[""]}"#)
        func groups() throws -> [String] {
            let list = try store.snapshot(of: view, at: nil)
            return try list.sections(in: 0..<list.sectionCount).map { "\($0.id)\($0.content.header.text)" }
        }
        #expect(try groups() == ["1\"1\"", "~x\"~x\"", "~~\"~~\"", "~null"])
        for (row, value) in [(0, "\"~~\""), (3, "\"~x\""), (2, "\"~\""), (0, "2")] { try store.setValue(value, at: row, of: source) }
        #expect(try groups() == ["2\"2\"", "~x\"~x\"", "~~\"~~\"", "~null"])
        try check()
    }

    @Test("shows the first of many groups, and further ones as these go")
    func groups() throws {
        defer { store.close() }
        try put((0..<300).map { ("i\($0)", "\($0)") })
        try store.define(view, #"{"of":"source","sectionBy":{"value":""}}"#)
        #expect(try store.snapshot(of: view, at: nil).sectionCount == Self.sections)
        for round in 0..<30 {
            try store.setValue(round % 3 == 0 ? "\"x\"" : "\(round * 7 % 300)", at: round * 11 % 300, of: source)
            #expect(try store.snapshot(of: view, at: nil).sectionCount == Self.sections)
        }
        try check()
    }

    @Test("keeps equal keys by ids, whatever their items' order in the source becomes")
    func equalKeys() throws {
        defer { store.close() }
        let items = (0..<900).map { (id: "i\($0)", value: "7") }
        try put(items)
        try store.define(view, #"{"of":"source","sortBy":[{"value":"","order":"descending"}]}"#)
        let before = try store.snapshot(of: view, at: nil)
        #expect(try ids() == items.map(\.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        try put(items.reversed())
        #expect(try store.snapshot(of: view, at: nil).version == before.version)
        try put(items.map { ($0.id, "8") })
        #expect(try store.snapshot(of: view, at: nil).version == before.version + 1)
        try check()
    }

    @Test("takes letters that are marks alone for nothing, and numbers by their worth at any exponent")
    func marksAndExponents() throws {
        defer { store.close() }
        let large = "e999999999999999999999"
        try put([("m", "\"\u{301}\u{302}\""), ("e", "\"\""), ("2", "2\(large)"), ("1", "1\(large)"), ("n", "-1\(large)"), ("a", "\"a\"")])
        try store.define(view, #"{"of":"source","sectionBy":{"value":"","as":"initial"},"sortBy":[""]}"#)
        #expect(try ids() == ["a", "n", "1", "2", "e", "m"])
        try store.setValue("10\(large.dropLast())8", at: 4, of: source)
        #expect(try ids() == ["a", "1", "n", "2", "e", "m"])
        try check()
    }

    @Test("shows what it should where 64 tests ask 16 views of a value of 256 KiB")
    func manyTests() throws {
        defer { store.close() }
        let members = (0..<64).map { "\"m\($0)\":\"\(String(repeating: "x", count: 4_000))\($0)\"" }.joined(separator: ",")
        try put([("a", "{\(members)}"), ("b", "{\"m0\":1}")])
        let tests = (0..<64).map { #"{"value":"/m\#($0)","atLeast":"x"}"# }.joined(separator: ",")
        for number in 0..<16 {
            let condition = number % 2 == 0 ? "{\"all\":[\(tests)]}" : "{\"not\":{\"any\":[\(tests)]}}"
            try store.define(listID("view-\(number)"), "{\"of\":\"source\",\"where\":\(condition)}")
        }
        func counts() throws -> [Int] { try (0..<16).map { try store.snapshot(of: listID("view-\($0)"), at: nil).itemCount } }
        #expect(try counts() == (0..<16).map { _ in 1 })
        try store.setValue("{\"m63\":1}", at: 0, of: source)
        #expect(try counts() == (0..<16).map { $0 % 2 == 0 ? 0 : 2 })
        try store.setValue("{\(members)}", at: 1, of: source)
        #expect(try counts() == (0..<16).map { _ in 1 })
        _ = try DatabaseCheck.run(database.path) { Issue.record("\($0)") }
    }
}
