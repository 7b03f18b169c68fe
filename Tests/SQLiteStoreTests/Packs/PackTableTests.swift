import Lists
import TestSupport
import Testing
@testable import SQLiteStore

/// Random records are added and taken out, beside a dictionary that does the same.
@Suite("The table of packs")
struct PackTableTests {
    @Test("holds what was added and was not taken out, in rows that do not overlap")
    func model() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let connection = try DatabaseConnection(":memory:", setUp: Schema.migrations[0].sql)
        let table = try PackTable(connection)
        let insert = try connection.statement(PackBuilder.insertion)
        var builder = PackBuilder()
        let reader = try PackReader(connection, .item)
        var model: [Int64: [UInt8]] = [:]
        var counter: Int64 = 1 << 36
        for round in 0..<400 {
            for _ in 0..<Int(random.next() % (round % 50 == 0 ? 600 : 8)) {
                counter += Int64.random(in: 1...3, using: &random)
                // Now and then one that has a row of its own.
                let bytes = (0..<Int(random.next() % (random.next() % 40 == 0 ? 9_000 : 300))).map { _ in
                    UInt8.random(in: .min ... .max, using: &random)
                }
                model[counter] = bytes
                bytes.withUnsafeBytes { builder.encoder.buffer.append($0) }
                try builder.add(counter, .item) { try insert.run($0, borrowing: $1) }
            }
            try builder.finish { try insert.run($0, borrowing: $1) }
            guard counter > 1 << 36 else { continue }
            // Keys that are not there any more, or never were, may be named as well.
            let lowest = Int64.random(in: 1 << 36...counter, using: &random)
            let named = (lowest...min(counter, lowest + 300)).filter { _ in random.next() % 3 == 0 }
            let runs = KeyRun.runs(of: named.shuffled(using: &random))
            let gone = named.filter { model[$0] != nil }
            #expect(try table.bytes(of: runs) == Int64(gone.reduce(0) { $0 + (model[$1]?.count ?? 0) }), "seed \(seed)")
            var seen: [Int64] = []
            try table.forEachRecord(of: runs) { record in
                seen.append(record.key)
                #expect(record.bytes.elementsEqual(model[record.key] ?? []), "seed \(seed)")
            }
            #expect(seen == gone, "seed \(seed)")
            #expect(try table.remove(runs) == gone.reduce(0) { $0 + Int64(model[$1]?.count ?? 0) + 8 }, "seed \(seed)")
            for key in gone { model[key] = nil }
            if round % 20 == 0 { try check(model, connection, reader, "seed \(seed), round \(round)", &random) }
        }
        _ = try table.remove([KeyRun(first: 1 << 36, count: 1 << 36)])
        #expect(try connection.value("SELECT count(*) FROM pack") == 0)
    }

    /// Rows of a thousand records of 120 bytes: thirty in each.
    private static func filled() throws -> (DatabaseConnection, PackTable, first: Int64) {
        let connection = try DatabaseConnection(":memory:", setUp: Schema.migrations[0].sql)
        let table = try PackTable(connection)
        let first: Int64 = 1 << 36 | 1
        let bytes = [UInt8](repeating: 7, count: 120)
        let insert = try connection.statement(PackBuilder.insertion)
        var builder = PackBuilder()
        for key in first..<first + 1_000 {
            bytes.withUnsafeBytes { builder.encoder.buffer.append($0) }
            #expect(try builder.add(key, .item) { try insert.run($0, borrowing: $1) } == 120)
        }
        try builder.finish { try insert.run($0, borrowing: $1) }
        return (connection, table, first)
    }

    @Test("writes a row that loses records once, where it is, and no row that keeps all")
    func writes() throws {
        let (connection, table, first) = try Self.filled()
        let keys: [Int64] = try connection.statement("SELECT last FROM pack ORDER BY last").all { $0[0] }
        #expect((30...36).contains(keys.count))
        func changes() throws -> Int { try connection.value("SELECT total_changes()") ?? 0 }
        var before = try changes()
        #expect(try table.remove(KeyRun.runs(of: [keys[5], keys[20] - 3])) == 256)
        #expect(try changes() - before == 2)
        before = try changes()
        #expect(try table.remove(KeyRun.runs(of: [keys[5], keys[20] - 3])) == 0)
        #expect(try changes() == before)
        #expect(try connection.statement("SELECT last FROM pack ORDER BY last").all { $0[0] as Int64 } == keys)
        #expect(try PackReader(connection, .item).read(first) { $0.count } == 120)
    }

    @Test("packs what is left of neighbouring rows anew, so that pages stay full")
    func repacks() throws {
        let (connection, table, first) = try Self.filled()
        let rows = try connection.value("SELECT count(*) FROM pack") ?? 0
        // A quarter of each row goes.
        _ = try table.remove(KeyRun.runs(of: (0..<1_000).filter { $0 % 4 == 0 }.map { first + Int64($0) }))
        #expect(try connection.value("SELECT count(*) FROM pack") ?? 0 <= rows * 3 / 4 + 2)
    }

    /// Runs of every fourth key of some rows, by the rows' keys.
    private static func quarter(of rows: ArraySlice<Int64>, from first: Int64) -> [KeyRun] {
        KeyRun.runs(of: (first...(rows.last ?? first)).filter { $0 % 4 == 0 })
    }

    @Test("keeps what lives in the rows before one that is damaged, or that overlaps them")
    func damaged() throws {
        let faults = [
            "UPDATE pack SET data = x'FF' WHERE last = ?1",
            "INSERT INTO pack SELECT last + 1, data FROM pack WHERE last = ?1",
        ]
        for fault in faults {
            let (connection, table, _) = try Self.filled()
            let keys: [Int64] = try connection.statement("SELECT last FROM pack ORDER BY last").all { $0[0] }
            try connection.statement(fault).run(keys[8])
            let runs = Self.quarter(of: keys[5...9], from: keys[4] + 1)
            #expect(throws: NodeCorruption.self) { try table.remove(runs) }
            let reader = try PackReader(connection, .item)
            for key in keys[4] + 1...keys[7] where key % 4 != 0 {
                #expect(try reader.read(key) { $0.count } == 120, "\(fault), \(key)")
            }
            // The table is as good as before for all other rows.
            #expect(try table.remove([KeyRun(first: keys[12], count: 1)]) == 128)
        }
    }

    private func check(
        _ model: [Int64: [UInt8]], _ connection: DatabaseConnection, _ reader: PackReader, _ comment: String,
        _ random: inout SeededGenerator
    ) throws {
        let rows = try connection.statement("SELECT last, data FROM pack ORDER BY last")
        defer { rows.reset() }
        var last = Int64.min
        var keys: [Int64] = []
        while try rows.step() {
            var pack = try Pack(key: rows.row[0], bytes: rows.row.bytes(1))
            let end = try pack.checkDirectory()
            #expect(pack.first > last && end <= pack.key, "\(comment)")
            last = pack.key
            while let record = try pack.next() { keys.append(record.key) }
        }
        #expect(keys == model.keys.sorted(), "\(comment)")
        let asked = keys.shuffled(using: &random)
        var read = 0
        try reader.read(asked) { index, bytes in
            read += 1
            #expect(bytes.elementsEqual(model[asked[index]] ?? []), "\(comment)")
        }
        #expect(read == asked.count)
        #expect(throws: MissingRecord.self) { try reader.read([(keys.last ?? 0) + 1]) { _, _ in } }
    }
}
