import ListAPI
import Testing

@Suite("Digests of tokens")
struct DigestTests {
    private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    @Test("a digest is SHA-256, and reads and writes hexadecimal digits")
    func hex() {
        #expect(SHA256Digest(of: Array("abc".utf8)).hex == Self.abc)
        #expect(SHA256Digest(hex: Self.abc) == SHA256Digest(of: Array("abc".utf8)))
        #expect(SHA256Digest(hex: Self.abc.uppercased())?.hex == Self.abc)
    }

    @Test(
        "anything but 64 hexadecimal digits is none",
        arguments: [
            "", "abc", String(repeating: "g", count: 64), String(repeating: "0", count: 63), String(repeating: "0", count: 65),
            String(repeating: "0", count: 62) + "é", " " + String(repeating: "0", count: 63),
        ])
    func malformed(text: String) {
        #expect(SHA256Digest(hex: text) == nil)
    }

    @Test("two digests are the same where every byte is")
    func comparison() throws {
        let digest = SHA256Digest(of: Array("abc".utf8))
        #expect(digest.isSame(as: digest))
        for place in 0..<64 {
            var digits = Array(Self.abc)
            digits[place] = digits[place] == "0" ? "1" : "0"
            #expect(!digest.isSame(as: try #require(SHA256Digest(hex: String(digits)))))
        }
    }
}
