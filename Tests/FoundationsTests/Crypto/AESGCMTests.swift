import Foundations
import Testing

@Suite("AES-256-GCM")
struct AESGCMTests {
    /// The examples with a key of 32 and a nonce of 12 bytes in the submission of GCM to NIST (13 to 16).
    private struct Example {
        var key = [UInt8](repeating: 0, count: 32)
        var nonce = [UInt8](repeating: 0, count: 12)
        var context: [UInt8] = []
        var message: [UInt8] = []
        var sealed: [UInt8] = []
        var tag: [UInt8]
    }

    private static let key = bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
    private static let nonce = bytes("cafebabefacedbaddecaf888")
    private static let message = bytes(
        """
        d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
        1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255
        """)
    private static let sealed = bytes(
        """
        522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
        8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad
        """)
    private static let examples = [
        Example(tag: bytes("530f8afbc74536b9a963b4f1c4cb738b")),
        Example(
            message: Array(repeating: 0, count: 16), sealed: bytes("cea7403d4d606b6e074ec5d3baf39d18"),
            tag: bytes("d0d1c8a799996bf0265b98b5d48ab919")),
        Example(key: key, nonce: nonce, message: message, sealed: sealed, tag: bytes("b094dac5d93471bdec1a502270e3cc6c")),
        Example(
            key: key, nonce: nonce, context: bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2"), message: Array(message.prefix(60)),
            sealed: Array(sealed.prefix(60)), tag: bytes("76fc6ece0f4e1768cddf8853bb2d551b")),
    ]

    @Test("encrypts and decrypts the published examples", arguments: examples.indices)
    func published(number: Int) throws {
        let example = Self.examples[number]
        let cipher = try #require(AESGCM(key: example.key))
        let (sealed, tag) = try cipher.seal(example.message, nonce: example.nonce, context: example.context)
        #expect(sealed == example.sealed && tag == example.tag)
        #expect(try cipher.open(sealed, tag: tag, nonce: example.nonce, context: example.context) == example.message)
    }

    @Test("refuses whatever has changed: each bit of the tag, of the message, of the context and of the nonce, and another key")
    func changes() throws {
        let example = Self.examples[3]
        let cipher = try #require(AESGCM(key: example.key))
        func opens(_ change: (inout Example) -> Void) throws -> Bool {
            var changed = example
            change(&changed)
            do {
                _ = try cipher.open(changed.sealed, tag: changed.tag, nonce: changed.nonce, context: changed.context)
                return true
            } catch CryptoError.notAuthentic {
                return false
            }
        }
        #expect(try opens { _ in })
        for bit in 0..<480 {
            let mask: UInt8 = 1 << UInt8(bit % 8)
            #expect(try !opens { $0.sealed[bit / 8] ^= mask })
            if bit / 8 < example.tag.count { #expect(try !opens { $0.tag[bit / 8] ^= mask }) }
            if bit / 8 < example.nonce.count { #expect(try !opens { $0.nonce[bit / 8] ^= mask }) }
            if bit / 8 < example.context.count { #expect(try !opens { $0.context[bit / 8] ^= mask }) }
        }
        #expect(try !opens { $0.sealed.removeLast() } && !opens { $0.sealed.append(0) } && !opens { $0.context = [] })
        #expect(try !opens { $0.tag.removeLast() } && !opens { $0.tag = [] } && !opens { $0.nonce = [] })
        let other = try #require(AESGCM(key: Array(repeating: 0, count: 32)))
        #expect(throws: CryptoError.notAuthentic) {
            try other.open(example.sealed, tag: example.tag, nonce: example.nonce, context: example.context)
        }
    }

    @Test("takes a key of 32 bytes and a nonce of 12, and no others")
    func lengths() throws {
        for count in [0, 16, 24, 31, 33, 64] { #expect(AESGCM(key: Array(repeating: 0, count: count)) == nil) }
        let cipher = try #require(AESGCM(key: Self.key))
        for count in [0, 11, 13, 16] {
            #expect(throws: CryptoError.self) { try cipher.seal([1], nonce: Array(repeating: 0, count: count), context: []) }
        }
    }
}
