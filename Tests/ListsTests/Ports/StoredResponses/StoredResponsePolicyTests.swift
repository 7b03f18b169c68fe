import Lists
import Ports
import Testing

@Suite("How long answers are kept")
struct StoredResponsePolicyTests {
    @Test(
        "an answer expires when its seconds are over, whatever the clock says",
        arguments: [
            (0, 0, false), (0, 9_999, false), (0, 10_000, true), (0, .max, true), (5_000, 0, false), (.max, .min, false),
            (.min, .max, true),
        ] as [(Int64, Int64, Bool)])
    func expiry(time: Int64, now: Int64, expected: Bool) {
        #expect(StoredResponsePolicy(seconds: 10, bytes: 1).isExpired(time, now: now) == expected)
    }

    @Test("a key is 1 to 255 visible ASCII characters")
    func keys() {
        let all = String(decoding: Array(0x21...0x7E) as [UInt8], as: UTF8.self)
        #expect(IdempotencyKey(all)?.text == all)
        #expect(IdempotencyKey(String(repeating: "k", count: 255)) != nil)
        for text in ["", String(repeating: "k", count: 256), "a b", "a\t", "\u{7F}", "é", "a, b"] {
            #expect(IdempotencyKey(text) == nil, "\(text)")
        }
    }
}
