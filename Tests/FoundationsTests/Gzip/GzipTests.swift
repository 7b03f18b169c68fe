import Foundation
import Foundations
import TestSupport
import Testing

@Suite("Gzip")
struct GzipTests {
    @Test("what was compressed comes back", arguments: [0, 1, 100, 65_536, 65_537, 1 << 20])
    func roundTrip(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        for level in [1, 6, 9] {
            let compressed = try #require(Gzip.compress(bytes, level: level))
            #expect(Gzip.decompress(compressed, limit: size) == bytes)
        }
    }

    @Test("random bytes, which grow, come back too")
    func incompressible() throws {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let compressed = try #require(Gzip.compress(bytes))
        #expect(compressed.count > bytes.count)
        #expect(Gzip.decompress(compressed, limit: bytes.count) == bytes)
    }

    @Test("gunzip reads it")
    func gunzip() throws {
        let text = String(repeating: "sections and items, ", count: 1_000)
        let file = FileManager.default.temporaryDirectory.appending(component: "gzip-\(UUID().uuidString).gz")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(try #require(Gzip.compress(Array(text.utf8)))).write(to: file)
        let output = Pipe()
        let process = try ChildProcess("/bin/gzip", ["-dc", file.path()], output: .pipe(output))
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        #expect(process.wait() == 0)
        #expect(String(decoding: data, as: UTF8.self) == text)
    }

    @Test("the same bytes give the same result, without a time stamp")
    func deterministic() throws {
        let bytes = Array(String(repeating: "abc", count: 1_000).utf8)
        let first = try #require(Gzip.compress(bytes))
        #expect(first == Gzip.compress(bytes))
        #expect(first[4..<8].elementsEqual([0, 0, 0, 0]))
        #expect(first.count < bytes.count / 10)
    }

    @Test("a level that is none, and data that are cut, no gzip, too large or go on are nil")
    func refused() throws {
        let bytes = [UInt8](repeating: 7, count: 10_000)
        #expect(Gzip.compress(bytes, level: 0) == nil && Gzip.compress(bytes, level: 10) == nil)
        let compressed = try #require(Gzip.compress(bytes))
        #expect(Gzip.decompress(Array(compressed.dropLast()), limit: 10_000) == nil)
        #expect(Gzip.decompress(bytes, limit: 10_000) == nil)
        #expect(Gzip.decompress([], limit: 10_000) == nil)
        #expect(Gzip.decompress(compressed, limit: 9_999) == nil)
        #expect(Gzip.decompress(compressed + [0], limit: 10_000) == nil)
    }
}
