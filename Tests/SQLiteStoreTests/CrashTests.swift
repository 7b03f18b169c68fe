import Foundation
import JSON
import Lists
import Ports
@testable import SQLiteStore
import StoreSuite
import Synchronization
import TestSupport
import Testing

/// Can fail: a writer that answers before it commits fails in the first rounds.
@Suite("A process that is killed while it writes")
struct CrashTests {
    @Test("loses nothing that was acknowledged, in thirty rounds at least", .timeLimit(.minutes(10)))
    func losesNothing() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let database = try TestDatabase()
        // Long after all that the children write.
        let clock = TestClock()
        clock.advance(seconds: 1_000_000_000)
        try defineViews(in: database)
        var (round, acknowledged, late) = (0, 0, 0)
        // More than thirty where the machine is so slow that the children get nothing done, or no view was being built.
        while round < 30 || acknowledged <= 100 || late == 0 {
            defer { round += 1 }
            let lines = try CrashingChild.run(
                database.path, seed: random.next(), milliseconds: UInt32(random.next() % 250), comment: "seed \(seed), round \(round)")
            acknowledged += lines.count
            #expect(try database.integrity() == "ok", "seed \(seed), round \(round)")
            if try database.query("SELECT count(*) FROM view WHERE behind IS NOT NULL") > 0 { late += 1 }
            let store = try database.open(clock) {
                $0.retention = RetentionPolicy(versions: 40, seconds: 0)
                $0.events.interactionSeconds = .max
            }
            defer { store.close() }
            for line in lines {
                #expect(throws: Never.self, "seed \(seed), round \(round): \(line)") { try line.check(store, database) }
            }
            try eventually("seed \(seed), round \(round)") { try database.query("SELECT count(*) FROM view WHERE behind IS NOT NULL") == 0 }
            // A view that was built now is at rest, too.
            clock.advance(seconds: 61)
            try checkInteractions(database, "seed \(seed), round \(round)")
            try checkVersions(database, store, "seed \(seed), round \(round)")
            // Each view shows what its source is: both versions of a write are there, or none.
            _ = try DatabaseCheck.run(database.path) { Issue.record("seed \(seed), round \(round): \($0)") }
        }
        #expect(try database.query("SELECT count(*) FROM event") > 20)
    }

    /// A view of each list that the children write to.
    private func defineViews(in database: TestDatabase) throws {
        let store = try database.open()
        defer { store.close() }
        for name in ["a", "b", "c"] {
            try store.define(listID("view-\(name)"), "{\"of\":\"\(name)\"}")
        }
    }

    /// Sequences have no hole, and none goes beyond its counter.
    private func checkInteractions(_ database: TestDatabase, _ comment: String) throws {
        let holes = """
            SELECT count(*) FROM (SELECT list, count(*) AS rows, min(sequence) AS first, max(sequence) AS last FROM event GROUP BY list) e
            LEFT JOIN interaction_count c ON c.list = e.list WHERE first <> 1 OR last <> rows OR last IS NOT c.sequence
            """
        #expect(try database.query(holes) == 0, "\(comment)")
        #expect(
            try database.query("SELECT count(*) FROM interaction_count c WHERE NOT EXISTS (SELECT 1 FROM event WHERE list = c.list)") == 0)
        #expect(try database.query("SELECT max(number) FROM event") == database.query("SELECT event FROM event_counter"), "\(comment)")
    }

    /// Versions follow each other without a hole, and the oldest and the newest are whole; once the collector has gone by, no row is
    /// left that nothing reaches.
    private func checkVersions(_ database: TestDatabase, _ store: SQLiteListStore, _ comment: String) throws {
        #expect(
            try database.query("SELECT count(*) FROM version v JOIN list l ON v.key >> 36 = l.number WHERE v.key & 0xFFFFFFFFF > l.head")
                == 0)
        try eventually("\(comment)") {
            try database.query(
                "SELECT count(*) FROM list WHERE has_rows OR (deleted IS NULL AND (collected < oldest OR head - oldest > 39 OR dead_bytes > 0))"
            )
                == 0
        }
        try eventually("\(comment)") { try database.query("SELECT count(*) FROM long_write") == 0 }
        #expect(
            try database.query("SELECT count(*) FROM name n WHERE NOT EXISTS (SELECT 1 FROM parent p WHERE p.number = n.number)") == 0,
            "\(comment)")
        var nodes: Set<NodeKey> = []
        var numbers: Set<Number> = []
        var views: Set<Int64> = []
        for head in try store.lists(prefix: "", after: nil, limit: 10) {
            let oldest = try #require(try store.watch(head.id)).oldest
            let rows = try database.query("SELECT count(*) FROM version WHERE key >> 36 = \(head.head.number)")
            #expect(rows == head.version - oldest + 1, "\(comment)")
            let reached = try database.reach(store, head.id, oldest...head.version)
            if head.head.isView { views.insert(head.head.number) } else { nodes.formUnion(reached.nodes) }
            numbers.formUnion(reached.numbers)
            for version in Set([oldest, head.version]) { try checkWhole(store.snapshot(of: head.id, at: version), store) }
        }
        var stored = 0
        try database.forEachRecord {
            if $0.kind == .node, !views.contains($0.key >> KeyRange.counterBits) { stored += 1 }
        }
        #expect(stored == nodes.count, "\(comment)")
        // A view that was built has nodes that no version reaches: what it replaced of itself. They are among its garbage.
        _ = try DatabaseCheck.run(database.path) { Issue.record("\(comment), at rest: \($0)") }
        #expect(try database.query("SELECT count(DISTINCT number) FROM parent WHERE parent <> 0") == Int64(numbers.count), "\(comment)")
        // A parent of 0 stands as long as the version before the deletion, or one before the next parent.
        let ended = """
            SELECT count(*) FROM parent p JOIN list l ON l.number = p.number >> 36 WHERE parent = 0 AND since <= oldest
            AND NOT EXISTS (SELECT 1 FROM parent n WHERE n.number = p.number AND n.since > p.since)
            """
        #expect(try database.query(ended) == 0, "\(comment)")
    }
}

/// A write that the killed process had seen acknowledged.
struct AcknowledgedWrite: Sendable, CustomStringConvertible {
    let description: String

    /// Checks that it is there, unless its version has left the history.
    func check(_ store: SQLiteListStore, _ database: TestDatabase) throws {
        let words = description.split(separator: " ")
        guard words.count >= 3, let version = Int64(words[2]) else { throw ConformanceTestFailure(description) }
        let id = try listID(String(words[1]))
        if words[0] == "deleted" { return try expectGone(version, id, store) }
        if words[0] == "recorded" {
            return try expectRecorded(words.last.map { String($0) } ?? "", sequence: version, id, in: database)
        }
        let snapshot: ListSnapshot
        do {
            snapshot = try store.snapshot(of: id, at: version)
        } catch let error as ListError where error.code == .versionGone {
            return
        }
        switch (words[0], words.count) {
        case ("updated", 5):
            let row = Int(words[3]) ?? -1
            let items = try snapshot.items(in: row..<row + 1)
            guard try items.map({ try snapshot.revision(of: $0).value.text }) == ["\"\(words[4])\""] else {
                throw ConformanceTestFailure("another value than in '\(description)'")
            }
        case ("replaced", 4):
            guard snapshot.itemCount == Int(words[3]) else {
                throw ConformanceTestFailure("\(snapshot.itemCount) items after '\(description)'")
            }
        case ("defined", 4):
            guard snapshot.head.properties.view?.text.text.contains(words[3]) == true else {
                throw ConformanceTestFailure("another definition than in '\(description)'")
            }
        default: throw ConformanceTestFailure(description)
        }
    }

    /// An interaction is there with what it said, whether its list still is or not.
    private func expectRecorded(_ text: String, sequence: Int64, _ id: ListID, in database: TestDatabase) throws {
        let found = try database.query(
            "SELECT count(*) FROM event WHERE list = '\(id)' AND sequence = \(sequence) AND data = CAST('\(text)' AS BLOB)")
        guard found == 1 else { throw ConformanceTestFailure("\(found) rows of '\(description)'") }
    }

    /// A version that ended a list can never be read, and never comes again.
    private func expectGone(_ version: Int64, _ id: ListID, _ store: SQLiteListStore) throws {
        do {
            _ = try store.snapshot(of: id, at: version)
        } catch let error as ListError where error.code == .versionGone {
            return
        }
        throw ConformanceTestFailure("version \(version) of '\(id)' was deleted and can be read")
    }
}

/// What a test found in place of what it wanted.
struct ConformanceTestFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The process that writes and is killed.
enum CrashingChild {
    /// Starts it, kills it a while after it has opened the store, and gives back what it had printed until then.
    static func run(_ path: String, seed: UInt64, milliseconds: UInt32, comment: String) throws -> [AcknowledgedWrite] {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let program = tests.deletingLastPathComponent().appendingPathComponent("CrashChild").path
        let pipe = Pipe()
        let process = try ChildProcess(program, ["store", path, "\(seed)"], output: .pipe(pipe))
        let output = pipe.fileHandleForReading
        var text = Data()
        while !text.starts(with: Data("ready\n".utf8)) {
            let more = output.availableData
            guard !more.isEmpty else { throw ConformanceTestFailure("\(comment): the child ended by itself") }
            text += more
        }
        let reader = OutputReader(output)
        usleep(milliseconds * 1000)
        process.send(signal: SIGKILL)
        let status = process.wait()
        text += reader.rest()
        guard status == -SIGKILL else { throw ConformanceTestFailure("\(comment): the child ended by itself") }
        // A last line without an end was cut off by the kill.
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.filter { $0 != "ready" }.map { AcknowledgedWrite(description: String($0)) }
    }
}

/// Empties a pipe on a thread of its own, so that the process that fills it never waits.
private final class OutputReader: Sendable {
    private let data = Mutex(Data())
    private let isDone = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
        let thread = Thread { [self] in
            while case let more = handle.availableData, !more.isEmpty { data.withLock { $0 += more } }
            isDone.signal()
        }
        thread.start()
    }

    /// What came until the pipe was closed.
    func rest() -> Data {
        isDone.wait()
        return data.withLock { $0 }
    }
}
