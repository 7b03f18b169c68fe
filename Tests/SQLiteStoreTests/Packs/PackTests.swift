import JSON
import Lists
import TestSupport
import Testing
@testable import SQLiteStore

@Suite("A pack")
struct PackTests {
    /// Records with rising keys, mostly small, some empty, some longer than a page.
    private static func records(_ count: Int, _ random: inout SeededGenerator) -> [(key: Int64, kind: RecordKind, bytes: [UInt8])] {
        var key = Int64.random(in: 0...1 << 50, using: &random)
        return (0..<count).map { _ in
            key += random.next() % 4 == 0 ? Int64.random(in: 1...1 << 30, using: &random) : 1
            let length = random.next() % 40 == 0 ? Int(random.next() % 9_000) : Int(random.next() % 200)
            let kind = RecordKind.allCases[Int(random.next() % 4)]
            return (key, kind, (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        }
    }

    private static func packs(of records: [(key: Int64, kind: RecordKind, bytes: [UInt8])]) throws -> [(key: Int64, bytes: [UInt8])] {
        var packs: [(Int64, [UInt8])] = []
        var builder = PackBuilder()
        for record in records {
            record.bytes.withUnsafeBytes { builder.encoder.buffer.append($0) }
            try builder.add(record.key, record.kind) { packs.append(($0, [UInt8]($1))) }
        }
        try builder.finish { packs.append(($0, [UInt8]($1))) }
        return packs
    }

    @Test("gives back what was put in, in order and by key, and fits a page unless it has one record")
    func roundTrip() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        for count in [1, 2, 30, 500] {
            let records = Self.records(count, &random)
            var index = 0
            for (key, bytes) in try Self.packs(of: records) {
                try bytes.withUnsafeBytes { bytes in
                    var pack = try Pack(key: key, bytes: bytes)
                    let last = try pack.checkDirectory()
                    #expect(pack.first == records[index].key && last == key, "seed \(seed)")
                    let count = records[index...].prefix { $0.key <= last }.count
                    #expect(bytes.count <= 4_057 || count == 1, "seed \(seed)")
                    let held = records[index..<(index + count)]
                    for record in held {
                        let found = try #require(try pack.next())
                        #expect(
                            found.key == record.key && found.kind == record.kind && found.bytes.elementsEqual(record.bytes), "seed \(seed)")
                    }
                    let end = try pack.next()
                    #expect(end == nil)
                    for record in held.shuffled(using: &random) {
                        let found = try pack.record(record.key)
                        #expect(found?.bytes.elementsEqual(record.bytes) == true, "seed \(seed)")
                        let before = try pack.record(record.key - 1)
                        #expect((before != nil) == held.contains { $0.key == record.key - 1 }, "seed \(seed)")
                    }
                    index += count
                }
            }
            #expect(index == count)
        }
    }

    @Test("takes only keys that rise")
    func order() throws {
        var builder = PackBuilder()
        try builder.add(7, .node) { _, _ in }
        var isRefused = false
        do {
            try builder.add(7, .node) { _, _ in }
        } catch is StoreMisuse { isRefused = true }
        #expect(isRefused)
    }

    @Test("of other bytes is damage or another pack, and never a trap")
    func hostile() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        /// Reads all that there is of some bytes.
        func read(_ bytes: [UInt8]) {
            bytes.withUnsafeBytes { bytes in
                for key in [0, 1 << 50, Int64.max, Int64.min + 3] {
                    guard var pack = try? Pack(key: key, unchecked: bytes) else { continue }
                    while let record = try? pack.next() {
                        _ = try? StoredItem(key: record.key, stored: record.bytes)
                        _ = try? SectionRevision(key: record.key, stored: record.bytes)
                        _ = try? ListProperties(stored: record.bytes)
                        _ = try? TreeNode.items(key: record.key, stored: record.bytes)
                        _ = try? TreeNode.sections(key: record.key, stored: record.bytes)
                    }
                    _ = try? pack.record(pack.key)
                    _ = try? pack.checkDirectory()
                }
            }
        }
        for _ in 0..<2_000 {
            read((0..<Int(random.next() % 60)).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        }
        for (_, bytes) in try Self.packs(of: Self.records(60, &random)) {
            for length in stride(from: 0, to: bytes.count, by: 13) {
                let cut = bytes[..<length]
                var isRefused = false
                do {
                    try Array(cut).withUnsafeBytes { _ = try Pack(key: 1 << 50, bytes: $0) }
                } catch is NodeCorruption {
                    isRefused = true
                }
                #expect(isRefused, "seed \(seed)")
            }
            for _ in 0..<100 {
                var changed = bytes
                for _ in 0...2 { changed[Int(random.next() % UInt64(bytes.count))] = UInt8.random(in: .min ... .max, using: &random) }
                read(changed)
            }
        }
    }

    @Test("is damage with any byte changed, without its end, and under another key")
    func checksum() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        func isRefused(_ key: Int64, _ bytes: [UInt8]) -> Bool {
            do { try bytes.withUnsafeBytes { _ = try Pack(key: key, bytes: $0) } } catch { return true }
            return false
        }
        for (key, bytes) in try Self.packs(of: Self.records(30, &random)) {
            #expect(!isRefused(key, bytes))
            #expect(isRefused(key + 1, bytes) && isRefused(key, bytes.dropLast()) && isRefused(key, bytes + [0]), "seed \(seed)")
            for index in bytes.indices {
                var changed = bytes
                changed[index] ^= UInt8.random(in: 1...255, using: &random)
                #expect(isRefused(key, changed), "seed \(seed), byte \(index)")
            }
        }
    }

    @Test("has revisions and properties that come back as they were")
    func records() throws {
        let value = JSONText(verbatim: #"{"a":"ö"}"#)
        let ids = ["", "x", String(repeating: "é", count: 300)].map { Identifier(verbatim: $0) }
        for id in ids {
            let item = ItemRevision(key: 1 << 37, number: 1 << 37 | 5, version: 1 << 33, id: id, value: value)
            try Self.stored {
                item.store(to: &$0)
            } read: { bytes in
                let read = try StoredItem(key: item.key, stored: bytes)
                #expect(read.number == item.number && read.revision == item.version)
                #expect(read.id.elementsEqual(id.text.utf8) && read.value.elementsEqual(value.text.utf8))
            }
            for content in [
                SectionContent(header: .null, footer: value, metadata: value),
                SectionContent(header: value, footer: .null, metadata: value),
            ] {
                let section = SectionRevision(key: 77, number: 9, id: id, content: content)
                try Self.stored {
                    section.store(to: &$0)
                } read: {
                    let read = try SectionRevision(key: 77, stored: $0)
                    #expect(read == section)
                }
            }
            for properties in [
                ListProperties(), ListProperties(title: "", metadata: value, defaultType: nil, identity: ""),
                ListProperties(title: id.text, metadata: value, defaultType: "T", identity: "/id"),
            ] {
                try Self.stored {
                    properties.store(to: &$0)
                } read: {
                    let read = try ListProperties(stored: $0)
                    #expect(read == properties)
                }
            }
        }
    }

    private static func stored(_ write: (inout NodeEncoder) -> Void, read: (UnsafeRawBufferPointer) throws -> Void) throws {
        var encoder = NodeEncoder()
        write(&encoder)
        try read(encoder.buffer.bytes)
    }
}
