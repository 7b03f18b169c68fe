import Lists
import Seeds
import Testing
@testable import SQLiteStore

@Suite("A sweep over dead records")
struct DeadSweepTests {
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
        let keys = Set((0..<300).map { _ in owner + Int64.random(in: 1..<1 << 40, using: &random) }).sorted()
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
    func parted() {
        let runs = [100, 105, 400, 500, 501, 900, 917, 1_000, 1_016].map { KeyRun(first: $0, count: 1) } + [KeyRun(first: 2_000, count: 3)]
        let (neighbours, alone) = KeyRun.parted(runs.reversed())
        #expect(alone == [400, 900, 917])
        #expect(neighbours.map(\.first) == [100, 105, 500, 501, 1_000, 1_016, 2_000])
    }
}
