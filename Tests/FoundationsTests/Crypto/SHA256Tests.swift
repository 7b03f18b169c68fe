import Foundations
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "has the digests of FIPS 180-4's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
            (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ])
    func examples(message: String, digest: String) {
        #expect(SHA256.digest(of: Array(message.utf8)) == bytes(digest))
    }

    @Test("is the same however the message is cut, and goes on after a digest")
    func pieces() {
        let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
        for cut in [0, 1, 63, 64, 65, 128, 299, 300] {
            var digest = SHA256()
            digest.update(Array(message[..<cut]))
            #expect(digest.digest() == SHA256.digest(of: Array(message[..<cut])))
            digest.update(Array(message[cut...]))
            #expect(digest.digest() == SHA256.digest(of: message), "cut at \(cut)")
        }
    }

    @Test("of a copy is its own")
    func copies() {
        var first = SHA256()
        first.update([1])
        var second = first
        second.update([2])
        #expect(first.digest() == SHA256.digest(of: [1]))
        #expect(second.digest() == SHA256.digest(of: [1, 2]))
    }
}
