import Foundation
import Lists
import Ports
import StoreSuite
import Synchronization
import TestSupport
import Testing
@testable import SQLiteStore

/// The files as they are before each commit are what a killed process leaves. Can fail: where the mark that a view is behind is not in the
/// commit that leaves it behind, a copy has a view that is not what its source makes it.
@Suite("A crash before any commit, while a view is built beside the writer", .timeLimit(.minutes(5)))
struct ViewBuildCrashTests {
    enum Case: CaseIterable {
        case definition, redefinition, largeChange, sourceEnds, viewEnds, shortViews
    }

    private let clock = TestClock()
    private let source: ListID
    private let view: ListID
    private static let all = #"{"of":"source","sortBy":[""]}"#
    private static let descending = #"{"of":"source","where":{"value":"","less":1000},"sortBy":[{"value":"","order":"descending"}]}"#

    init() throws { (source, view) = (try listID("source"), try listID("view")) }

    @Test("leaves views that are whole or known to be behind, and the next start builds these", arguments: Case.allCases)
    func recovers(_ crash: Case) throws {
        let database = try TestDatabase()
        let copies = Copies(of: database)
        let store = try database.open(clock) {
            $0.shortView = 100
            $0.stagedRows = 64
            $0.retention = RetentionPolicy(versions: 16, seconds: 0)
            $0.beforeCommit = { try copies.copy() }
        }
        try store.put(.counting(300), into: source)
        if crash != .definition { try store.define(view, Self.all) }
        copies.begin()
        try run(crash, store)
        copies.end()
        store.close()
        let all = copies.all
        #expect(all.count >= 3)
        var late = 0
        for (number, copy) in all.enumerated() {
            let comment = "\(crash), commit \(number + 1) of \(all.count)"
            _ = try DatabaseCheck.run(copy.path) { Issue.record("\(comment): \($0)") }
            late += try copy.query("SELECT count(*) FROM view WHERE behind IS NOT NULL") > 0 ? 1 : 0
            try recover(copy, crash, comment)
        }
        #expect((late > 0) == [.redefinition, .largeChange, .sourceEnds, .viewEnds].contains(crash))
    }

    private func run(_ crash: Case, _ store: SQLiteListStore) throws {
        switch crash {
        case .definition, .redefinition:
            let made = try store.beginToDefine(view, Self.descending)
            for row in 0..<5 { try store.setValue("-\(row)", at: row * 10, of: source) }
            _ = try made.get()
        case .largeChange:
            try store.put(.counting(500, prefix: "j"), into: source)
            for row in 0..<5 { try store.setValue("-\(row)", at: row * 10, of: source) }
        case .sourceEnds:
            try store.delete(source)
            try store.put(.counting(200), into: source)
        case .viewEnds:
            try store.put(.counting(500, prefix: "j"), into: source)
            _ = try store.writeAndWait(view) { try $0.delete() }
        case .shortViews:
            for row in 0..<5 { try store.setValue("-\(row)", at: row * 10, of: source) }
        }
        guard crash != .viewEnds else { return }
        try eventually("\(crash)") { try store.viewStatus(of: view)?.isCurrent == true }
    }

    /// Opens what a crash has left, and lets it come to rest.
    private func recover(_ copy: TestDatabase, _ crash: Case, _ comment: String) throws {
        let clock = TestClock()
        let store = try copy.open(clock) { $0.retention = RetentionPolicy(versions: 16, seconds: 0) }
        defer { store.close() }
        try eventually(comment) { try copy.query("SELECT count(*) FROM view WHERE behind IS NOT NULL") == 0 }
        try eventually(comment) { try copy.query("SELECT count(*) FROM long_write") == 0 }
        try copy.rest(clock, comment)
        _ = try DatabaseCheck.run(copy.path) { Issue.record("\(comment), at rest: \($0)") }
        guard try store.watch(view) != nil else {
            #expect(crash == .definition || crash == .viewEnds, "\(comment)")
            return
        }
        try checkWhole(store.snapshot(of: view, at: nil), store)
    }
}

/// The files of a database at several moments.
private final class Copies: Sendable {
    private let database: TestDatabase
    private let state = Mutex((isOpen: false, all: [TestDatabase]()))

    init(of database: TestDatabase) { self.database = database }

    var all: [TestDatabase] { state.withLock { $0.all } }

    func begin() { state.withLock { $0.isOpen = true } }

    func end() { state.withLock { $0.isOpen = false } }

    /// Copies the files as they are, on the writer's thread.
    func copy() throws {
        guard state.withLock({ $0.isOpen && $0.all.count < 60 }) else { return }
        let copy = try TestDatabase()
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: database.path + suffix) {
            try FileManager.default.copyItem(atPath: database.path + suffix, toPath: copy.path + suffix)
        }
        state.withLock { $0.all.append(copy) }
    }
}
