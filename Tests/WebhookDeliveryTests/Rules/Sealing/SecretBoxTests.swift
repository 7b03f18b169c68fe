import Ports
import Testing
import Webhooks

@Suite("Sealed secrets")
struct SecretBoxTests {
    private let box: SecretBox

    init() throws {
        box = try #require(SecretBox(key: Array(1...32)))
    }

    @Test("are opened with the key and the context that they were sealed with", arguments: [0, 1, 50, 10_000])
    func roundTrip(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = try box.seal(bytes, for: "webhook-1")
        #expect(sealed.count == count + 28)
        #expect(try box.open(sealed, for: "webhook-1") == bytes)
        #expect(try #require(SecretBox(key: Array(1...32))).open(sealed, for: "webhook-1") == bytes)
    }

    /// From Python's `cryptography`: `nonce + AESGCM(key).encrypt(nonce, b"whsec_secret", b"webhook-1")` with the nonce `00 01 … 0b`.
    @Test("are AES-256-GCM: nonce, ciphertext, tag")
    func vector() throws {
        let sealed: [UInt8] = [
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 6, 88, 114, 242, 171, 130, 18, 110, 108, 89, 215, 53, 2, 115, 100, 176, 140, 177, 47, 250,
            114, 129, 19,
            144, 134, 2, 169, 14,
        ]
        #expect(try box.open(sealed, for: "webhook-1") == Array("whsec_secret".utf8))
    }

    @Test("what a release with another library sealed still opens")
    func earlierRelease() throws {
        let sealed = [
            "1c4ea932a4adb1b6983fa63aa59cba53037869ece88737ebc0bd937e8721bc91719b65ddb96c",
            "65f7fadbf67a5f7da19bf5d9700297cd1a2ee66457fbfa7667d97f049e0a3d4ad60bffd2f11eb499",
        ].joined()
        let bytes = stride(from: 0, to: sealed.count, by: 2).compactMap { offset in
            UInt8(sealed.dropFirst(offset).prefix(2), radix: 16)
        }
        let opened = try box.open(bytes, for: "01a2030c-9e4d-7c61-9a53-cf3ee6bfd472")
        #expect(String(decoding: opened, as: UTF8.self) == "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=")
    }

    @Test("stay closed for any other key or context")
    func strangers() throws {
        let sealed = try box.seal([1, 2, 3], for: "webhook-1")
        let other = try #require(SecretBox(key: [0] + Array(2...32)))
        #expect(throws: SecretBoxError.notOpened) { try other.open(sealed, for: "webhook-1") }
        for context in ["", "webhook-2", "webhook-1\0", "Webhook-1"] {
            #expect(throws: SecretBoxError.notOpened) { try box.open(sealed, for: context) }
        }
    }

    @Test("stay closed when any bit has changed, or something is missing")
    func changes() throws {
        let sealed = try box.seal(Array("secret".utf8), for: "webhook-1")
        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: SecretBoxError.notOpened) { try box.open(changed, for: "webhook-1") }
        }
        for count in 0..<sealed.count {
            #expect(throws: SecretBoxError.notOpened) { try box.open(Array(sealed.prefix(count)), for: "webhook-1") }
        }
        #expect(throws: SecretBoxError.notOpened) { try box.open(sealed + [0], for: "webhook-1") }
    }

    @Test("are never the same twice, and don't show what is in them")
    func nonces() throws {
        let sealed = try (0..<256).map { _ in try box.seal(Array("whsec_secret".utf8), for: "webhook-1") }
        #expect(Set(sealed.map { Array($0.prefix(12)) }).count == 256)
        #expect(sealed.allSatisfy { !$0.starts(with: Array("whsec".utf8)) && Set($0).count > 12 })
    }

    @Test("a key has 32 bytes, and each new one is another")
    func keys() {
        for count in [0, 16, 24, 31, 33, 64] { #expect(SecretBox(key: Array(repeating: 7, count: count)) == nil) }
        let keys = (0..<64).map { _ in SecretBox.makeKey() }
        #expect(Set(keys).count == 64 && keys.allSatisfy { SecretBox(key: $0) != nil })
    }

    @Test("a box shows nothing of its key where it is printed")
    func printing() {
        var dumped = ""
        dump([box], to: &dumped)
        for text in ["\(box)", String(reflecting: box), "\([box])", dumped] {
            #expect(text.contains("SecretBox") && !text.contains("1, 2") && !text.contains("- 1"), "\(text)")
        }
    }
}
