import Foundations
import Testing

@Suite("HMAC with SHA-256")
struct HMACSHA256Tests {
    /// RFC 4231, 4.2 to 4.8: key, message, and the code or, in the fourth, its first half.
    private static let examples: [(key: [UInt8], message: [UInt8], code: String)] = [
        (Array(repeating: 0x0B, count: 20), Array("Hi There".utf8), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            Array(repeating: 0xAA, count: 20), Array(repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (Array(1...25), Array(repeating: 0xCD, count: 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        (Array(repeating: 0x0C, count: 20), Array("Test With Truncation".utf8), "a3b6167473100ee06e0c796c2955552b"),
        (
            Array(repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            Array(repeating: 0xAA, count: 131),
            Array(
                """
                This is a test using a larger than block-size key and a larger than block-size data. \
                The key needs to be hashed before being used by the HMAC algorithm.
                """.utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test("has the codes of RFC 4231", arguments: examples.indices)
    func published(number: Int) {
        let example = Self.examples[number]
        var whole = HMACSHA256(key: example.key)
        whole.update(example.message)
        #expect(whole.code().starts(with: bytes(example.code)))
        #expect(whole.code().count == SHA256.byteCount)

        var pieces = HMACSHA256(key: example.key)
        for byte in example.message { pieces.update([byte]) }
        #expect(pieces.code() == whole.code())
    }

    @Test("takes its own code, and none that differs in a bit, is shorter, or longer")
    func comparison() {
        var message = HMACSHA256(key: Array(1...32))
        message.update(Array("a message".utf8))
        let code = message.code()
        #expect(message.isCode(code))
        #expect(!message.isCode(code + [0]) && !message.isCode([]) && !message.isCode(Array(code.dropLast())))
        for bit in 0..<256 {
            var other = code
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!message.isCode(other))
        }
    }
}
