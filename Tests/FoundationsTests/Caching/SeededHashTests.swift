import Foundations
import Testing

@Suite("A seeded hash")
struct SeededHashTests {
    private func hash(_ bytes: [UInt8], _ number: UInt64 = 0) -> UInt64 { bytes.withUnsafeBytes { SeededHash.hash($0, number) } }

    @Test("is the same for the same bytes and number, wherever they lie", arguments: 0..<70)
    func isStable(count: Int) {
        let bytes = (0..<count).map { UInt8($0) }
        let other = [0xFF] + bytes + [0xFF]
        #expect(hash(bytes, 7) == other[1..<(count + 1)].withUnsafeBytes { SeededHash.hash($0, 7) })
        #expect(hash(bytes, 7) != hash(bytes, 8))
    }

    @Test("differs where a byte, the order or the number of bytes does")
    func differs() {
        var hashes: Set<UInt64> = []
        var count = 0
        func add(_ bytes: [UInt8]) {
            hashes.insert(hash(bytes))
            count += 1
        }
        for length in 0..<64 { add([UInt8](repeating: 0, count: length)) }
        for length in 1..<64 {
            for place in 0..<length {
                for bit in 0..<8 {
                    var bytes = [UInt8](repeating: 0, count: length)
                    bytes[place] = 1 << UInt8(bit)
                    add(bytes)
                }
            }
        }
        for number in 0..<20_000 { add(Array("/lists/l/sections/0/items?offset=\(number)&limit=50".utf8)) }
        #expect(hashes.count == count)
    }

    @Test("spreads alike bytes over its high and its low bits")
    func spreads() {
        let hashes = (0..<16_000).map { hash(Array("/lists/l/items?offset=\($0)".utf8)) }
        for bucket in [{ $0 >> 60 }, { $0 & 15 }] as [(UInt64) -> UInt64] {
            let counts = Dictionary(grouping: hashes, by: bucket).mapValues(\.count)
            #expect(counts.count == 16 && counts.values.allSatisfy { (800...1_200).contains($0) })
        }
    }
}
