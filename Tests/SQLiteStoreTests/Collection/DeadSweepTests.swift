import Lists
import TestSupport
import Testing
@testable import SQLiteStore

@Suite("A sweep over dead records")
struct DeadSweepTests {
    @Test("deletes no row that came after it began, whatever was deleted before")
    func laterRows() throws {
        let list: Int64 = 1
        let owner = KeyRange.owner(ofList: list)
        for limit in 2...8 {
            let connection = try DatabaseConnection(":memory:", setUp: Schema.migrations[0].sql)
            let sweeper = try DeadSweeper(connection, PackTable(connection))
            for row in 1...4 { try sweeper.add([owner + Int64(row) * 10], bytes: 100, list: list) }
            // Rows come between any two steps. One that costs no more than 1 does nothing.
            var (swept, added): (Int64, Int64) = (0, 4)
            for round in 0..<40 {
                let step = try sweeper.step(list, limit: Int64(limit))
                swept += step.deadBytes == .max ? 0 : step.deadBytes / 100
                if step.isDone { sweeper.forget() }
                guard round < 20, round % 3 == limit % 3 else { continue }
                added += 1
                try sweeper.add([owner + 1_000 + Int64(round)], bytes: 100, list: list)
                // What was added last is named until a sweep that began later has read it.
                let last = try connection.value("SELECT records FROM dead ORDER BY key DESC LIMIT 1") as [UInt8]?
                #expect(try last.map { try DeadKeys.unpack($0, list: list) } == [owner + 1_000 + Int64(round)])
            }
            #expect(swept == added && added > 8, "limit \(limit): \(swept) of \(added)")
        }
    }

    /// Can fail: a sweep that has deleted its rows to the last goes on to what has their keys.
    @Test("leaves the row that is added when it has deleted all of its own")
    func reusedKeys() throws {
        let list: Int64 = 1
        let owner = KeyRange.owner(ofList: list)
        var ends = 0
        for limit in 2...8 {
            let connection = try DatabaseConnection(":memory:", setUp: Schema.migrations[0].sql)
            let sweeper = try DeadSweeper(connection, PackTable(connection))
            for row in 1...4 { try sweeper.add([owner + Int64(row) * 10], bytes: 100, list: list) }
            func count() throws -> Int64? { try connection.value("SELECT count(*) FROM dead") }
            var step = DeadSweeper.Step(cost: 0)
            while try count() ?? 0 > 0 { step = try sweeper.step(list, limit: Int64(limit)) }
            guard !step.isDone else { continue }
            ends += 1
            try sweeper.add([owner + 99], bytes: 100, list: list)
            step = try sweeper.step(list, limit: 100)
            #expect(step.isDone && step.deadBytes == 0)
            #expect(try count() == 1)
        }
        #expect(ends > 0)
    }

    @Test("comes by every key once and in order, however few it may keep")
    func windows() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        for mostKeys in [1, 7, 100, 10_000] {
            let list: Int64 = 3
            let owner = KeyRange.owner(ofList: list)
            let keys = Set((0..<800).map { _ in owner + Int64.random(in: 1...1 << 39, using: &random) })
            // Rows of rising keys, as steps of the collector name them.
            var rows: [[Int64]] = []
            var rest = keys.shuffled(using: &random)[...]
            while !rest.isEmpty {
                let row = rest.prefix(Int.random(in: 1...60, using: &random))
                rest = rest.dropFirst(row.count)
                rows.append(row.sorted())
            }
            var sweep = DeadSweep(list: list, end: owner + Int64(rows.count), mostKeys: mostKeys)
            var seen: [Int64] = []
            sweeping: while true {
                switch sweep.phase {
                case .reading:
                    for (index, row) in rows.enumerated() where owner + Int64(index) + 1 > sweep.read {
                        sweep.take(row, of: owner + Int64(index) + 1)
                    }
                    sweep.endReading()
                case .removing: seen += sweep.next(Int.random(in: 1...90, using: &random))
                case .deleting: break sweeping
                }
            }
            #expect(seen == keys.sorted(), "seed \(seed)")
        }
    }

    @Test("reads the keys that were stored, and refuses other bytes")
    func stored() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let owner = KeyRange.owner(ofList: 5)
        let keys = Set((0..<300).map { _ in owner + Int64.random(in: 1..<1 << KeyRange.counterBits, using: &random) }).sorted()
        let bytes = DeadKeys.pack(keys, list: 5)
        #expect(try DeadKeys.unpack(bytes, list: 5) == keys, "seed \(seed)")
        for bad: [UInt8] in [[0], [0x80], [UInt8](repeating: 0xFF, count: 12), bytes + [0x80], Array(bytes.dropLast()) + [0xFF]] {
            var isRefused = false
            do { _ = try DeadKeys.unpack(bad, list: 5) } catch { isRefused = true }
            #expect(isRefused)
        }
        for _ in 0..<2_000 {
            let noise = (0..<Int(random.next() % 40)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            guard let found = try? DeadKeys.unpack(noise, list: 5) else { continue }
            #expect(found.allSatisfy { KeyRange.keys(ofList: 5).contains($0) } && found == found.sorted(), "seed \(seed)")
        }
    }

    @Test("is for keys that lie alone: those beside others go at once")
    func partitioned() {
        let runs = [100, 105, 400, 500, 501, 900, 917, 1_000, 1_016].map { KeyRun(first: $0, count: 1) } + [KeyRun(first: 2_000, count: 3)]
        let (neighbours, scattered) = KeyRun.partitioned(runs.reversed())
        #expect(scattered == [400, 900, 917])
        #expect(neighbours.map(\.first) == [100, 105, 500, 501, 1_000, 1_016, 2_000])
    }
}
