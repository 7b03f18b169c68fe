import CFoundations
import TestSupport
import Testing

@Suite("The checksum of a pack")
struct ChecksumTests {
    /// RFC 3720, appendix B.4, and the check value of the CRC catalogue.
    @Test(
        "is CRC-32C",
        arguments: [
            (Array("123456789".utf8), 0xE306_9283), ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
            ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43), (Array(0..<32), 0x46DD_794E), ([], 0),
        ] as [([UInt8], UInt32)])
    func vectors(bytes: [UInt8], sum: UInt32) {
        #expect(checksum_crc32c(0, bytes, bytes.count) == sum)
        #expect(checksum_crc32c_by_tables(0, bytes, bytes.count) == sum)
    }

    @Test("is the same by the processor's instruction and by tables, whole and in parts, wherever the bytes lie")
    func agrees() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<5_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        bytes.withUnsafeBytes { bytes in
            for _ in 0..<500 {
                let ends = [Int(random.next() % 5_001), Int(random.next() % 5_001), Int(random.next() % 5_001)].sorted()
                func sum(_ before: UInt32, _ start: Int, _ end: Int) -> UInt32 {
                    let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                    let sum = checksum_crc32c(before, part.baseAddress, part.count)
                    #expect(sum == checksum_crc32c_by_tables(before, part.baseAddress, part.count), "seed \(seed)")
                    return sum
                }
                #expect(sum(sum(0, ends[0], ends[1]), ends[1], ends[2]) == sum(0, ends[0], ends[2]), "seed \(seed)")
            }
        }
    }
}
