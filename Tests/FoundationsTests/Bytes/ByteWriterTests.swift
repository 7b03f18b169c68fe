import Foundations
import TestSupport
import Testing

@Suite("Writing bytes")
struct ByteWriterTests {
    @Test(
        "integers are written in decimal digits", arguments: [0, 7, 9, 10, -1, -10, 99, 100, 1_234_567_890, .max - 1, .max, .min, .min + 1])
    func integers(number: Int) {
        var writer = ByteWriter(capacity: 0)
        writer.append("n=")
        writer.append(number)
        #expect(writer.text == "n=\(number)")
    }

    @Test("integers around each power of ten are written in decimal digits")
    func powers() {
        var power = 1
        for _ in 0..<18 {
            power *= 10
            for number in [power - 1, power, power + 1, 1 - power, -power, -1 - power] {
                var writer = ByteWriter()
                writer.append(number)
                #expect(writer.text == "\(number)")
            }
        }
    }

    @Test("pieces of any kind and length come one behind the other, whatever room was set aside", arguments: 0..<40)
    func pieces(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var writer = ByteWriter(capacity: Int.random(in: 0...300, using: &random))
        var model: [UInt8] = []
        for _ in 0..<Int.random(in: 1...200, using: &random) {
            let bytes = (0..<Int.random(in: 0...(seed % 5 == 0 ? 3_000 : 40), using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            switch Int.random(in: 0..<7, using: &random) {
            case 0:
                writer.append(bytes)
                model += bytes
            case 1:
                bytes.withUnsafeBytes { writer.append($0) }
                model += bytes
            case 2:
                writer.append(bytes.span.bytes)
                model += bytes
            case 3:
                writer.append("é literal")
                model += "é literal".utf8
            case 4:
                let text = String(repeating: "ö", count: bytes.count)
                writer.append(text: text)
                model += text.utf8
            case 5:
                writer.append(bytes.count)
                model += "\(bytes.count)".utf8
            default:
                writer.reserve(bytes.count)
                writer.append(UInt8(truncatingIfNeeded: bytes.count))
                model.append(UInt8(truncatingIfNeeded: bytes.count))
            }
            #expect(writer.count == model.count)
        }
        #expect(writer.array == model)
        let buffer = writer.finish()
        #expect(buffer.array == model && buffer.count == model.count && buffer.capacity >= model.count)
    }

    @Test("a buffer of nothing is empty, and a copy of an array has its bytes")
    func copies() {
        #expect(ByteWriter(capacity: 0).finish().array == [])
        #expect(ByteBuffer([]).array == [])
        #expect(ByteBuffer([1, 2, 3]).array == [1, 2, 3] && ByteBuffer([1, 2, 3]).capacity == 3)
    }
}
