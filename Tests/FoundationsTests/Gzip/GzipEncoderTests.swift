import Foundations
import TestSupport
import Testing

@Suite("Gzip, piece by piece")
struct GzipEncoderTests {
    /// Text that repeats itself here and there, and bytes that don't.
    private func content(_ size: Int, _ random: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < size {
            let length = Int.random(in: 1...2_000, using: &random)
            if Bool.random(using: &random) {
                bytes += "{\"item\":{\"id\":\"\(length)\",\"type\":null}}\n".utf8
            } else {
                bytes += (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
        }
        return Array(bytes.prefix(size))
    }

    @Test(
        "what goes in in any pieces comes out, all of it after each piece",
        arguments: [0, 1, 2, 1_023, 16_383, 16_384, 16_385, 65_535, 65_536, 65_537, 131_072, 1 << 20])
    func roundTrip(size: Int) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        let bytes = content(size, &random)
        for (level, largest) in [(1, 65_536), (6, 3_000), (9, 200_000)] {
            let encoder = try #require(GzipEncoder(level: level))
            let decoder = try #require(Inflater())
            var (whole, count) = ([UInt8](), 0)
            while count < size {
                let piece = bytes[count..<min(size, count + Int.random(in: 0...largest, using: &random))]
                count += piece.count
                var output: [UInt8] = []
                piece.withUnsafeBytes { encoder.encode($0, into: &output) }
                whole += output
                #expect(decoder.feed(output) && decoder.bytes.count == count && !decoder.hasEnded, "seed \(seed), after \(count)")
                #expect(decoder.bytes.suffix(piece.count) == piece, "seed \(seed), after \(count)")
            }
            #expect(Gzip.decompress(whole, limit: size) == nil, "seed \(seed): it has no end yet")
            var end: [UInt8] = []
            encoder.finish(into: &end)
            #expect(decoder.feed(end) && decoder.hasEnded && decoder.bytes == bytes, "seed \(seed)")
            #expect(Gzip.decompress(whole + end, limit: size) == bytes, "seed \(seed)")
        }
    }

    @Test("pieces of 64 KiB are little larger together than the whole at once")
    func ratio() throws {
        let bytes = (0..<20_000).flatMap { Array("{\"item\":{\"id\":\"\($0)\",\"type\":null,\"value\":\"row \($0 % 97)\"}}\n".utf8) }
        let encoder = try #require(GzipEncoder())
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 65_536) {
            let before = output.count
            bytes[start..<min(bytes.count, start + 65_536)].withUnsafeBytes { encoder.encode($0, into: &output) }
            #expect(output.count > before)
        }
        encoder.finish(into: &output)
        let atOnce = try #require(Gzip.compress(bytes))
        #expect(output.count < atOnce.count * 21 / 20)
    }

    @Test("after the end nothing comes, and a level that is none makes no encoder")
    func refused() throws {
        let encoder = try #require(GzipEncoder())
        var output: [UInt8] = []
        encoder.encode(UnsafeRawBufferPointer(start: nil, count: 0), into: &output)
        #expect(output.isEmpty)
        encoder.finish(into: &output)
        let count = output.count
        [UInt8(1), 2, 3].withUnsafeBytes { encoder.encode($0, into: &output) }
        #expect(output.count == count && Gzip.decompress(output, limit: 0) == [])
        #expect(GzipEncoder(level: 0) == nil && GzipEncoder(level: 10) == nil)
    }
}
