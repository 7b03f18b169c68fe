import JSON
import Lists
import TestSupport
import Testing

@Suite("Random JSON")
struct JSONFuzzTests {
    @Test("white space goes and nothing else does, and compacting again changes nothing")
    func compaction() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for round in 0..<2_000 {
            let model = JSONModel.random(depth: 4, using: &random)
            let value = try JSONText(validating: model.spaced(using: &random))
            #expect(Array(value.text.utf8) == Array(model.compact.utf8), "seed \(seed), round \(round)")
            #expect(try JSONText(validating: value.text) == value, "seed \(seed), round \(round)")
        }
    }

    @Test("a document read piece by piece gives the same values as its model")
    func pieces() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for round in 0..<1_000 {
            let model = JSONModel.random(depth: 4, using: &random)
            let bytes = Array(model.spaced(using: &random).utf8)
            let read = try JSONReader.read(bytes.span) { reader in
                let read = try Self.read(&reader)
                try reader.readEnd()
                return read
            }
            let isEqual = read == model.withPlainKeys
            #expect(isEqual, "seed \(seed), round \(round)")
        }
    }

    @Test("a byte changed anywhere is refused or read, and what is read is stable")
    func mutations() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var refused = 0
        for round in 0..<5_000 {
            var bytes = Array(JSONModel.random(depth: 3, using: &random).spaced(using: &random).utf8)
            for _ in 0...Int.random(in: 0..<2, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert("{}[]\",:0\\u".utf8.randomElement(using: &random) ?? 0, at: place)
                default: if bytes.count > 1 { bytes.remove(at: place) }
                }
            }
            // A patch is read and checked in one pass.
            let patch = try? JSONReader.read(bytes.span) { reader throws(JSONSyntaxError) in
                let patch = try MergePatch(reading: &reader)
                try reader.readEnd()
                return patch
            }
            do {
                let value = try JSONText(validating: bytes)
                #expect(try JSONText(validating: value.text) == value, "seed \(seed), round \(round)")
                #expect(try patch?.applied(to: .null) == MergePatch(value).applied(to: .null), "seed \(seed), round \(round)")
            } catch {
                refused += 1
                #expect(error.offset <= bytes.count, "seed \(seed), round \(round)")
                #expect(patch == nil, "seed \(seed), round \(round)")
            }
        }
        #expect(refused > 1_000, "seed \(seed)")
    }

    private static func read(_ reader: inout JSONReader) throws -> JSONModel {
        switch try reader.peekKind() {
        case .object:
            var members: [(key: String, value: JSONModel)] = []
            try reader.beginObject()
            while let (key, value) = try member(&reader) { members.append((key, value)) }
            return .object(members)
        case .array:
            var elements: [JSONModel] = []
            try reader.beginArray()
            while try reader.nextElement() { elements.append(try read(&reader)) }
            return .array(elements)
        case .string: return .string(String(try reader.readValue().text.dropFirst().dropLast()))
        default: return .text(try reader.readValue().text)
        }
    }

    private static func member(_ reader: inout JSONReader) throws -> (String, JSONModel)? {
        guard let key = try reader.nextKey() else { return nil }
        return (key, try read(&reader))
    }
}
