import Testing
import Webhooks

@Suite("Signing secrets")
struct SigningSecretTests {
    /// The bytes 1 to 32.
    private static let text = "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="

    /// Signatures from `hmac.new(key, f"{id}.{timestamp}.".encode() + body, "sha256")` of Python's standard library, and the example of Standard
    /// Webhooks' own libraries.
    @Test(
        "sign as Standard Webhooks says",
        arguments: [
            (
                text, "018f2b6a-0000-7000-8000-000000000001", 1_772_357_400,
                "{\"type\":\"webhook.test\",\"timestamp\":\"2026-03-01T09:30:00.000Z\",\"data\":{}}",
                "v1,10M+NZHn1v6t/OesBbS1JvJxIUqmjuPVKYbhbR0k77g="
            ),
            (text, "018f2b6a-0000-7000-8000-000000000001", 1_772_357_400, "", "v1,cv0WotQ8mXFHosL2dzj/rGp7cVIKgoJWAPvIcWQOAiY="),
            (
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, "{\"test\": 2432232314}",
                "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
            ),
        ] as [(String, String, Int64, String, String)])
    func vectors(secret: String, id: String, timestamp: Int64, body: String, signature: String) throws {
        let secret = try #require(SigningSecret(secret))
        #expect(secret.signature(id: id, timestamp: timestamp, body: Array(body.utf8)) == signature)
    }

    @Test("have 24 to 64 bytes")
    func lengths() throws {
        for (count, isSecret) in [(0, false), (23, false), (24, true), (25, true), (26, true), (63, true), (64, true), (65, false)] {
            let text = "whsec_" + Self.base64(zeros: count)
            #expect(SigningSecret(text)?.text == (isSecret ? text : nil), "\(count)")
        }
    }

    @Test(
        "are refused in any other spelling",
        arguments: [
            "", "whsec_", "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=", "WHSEC_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=",
            "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA", "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA==",
            "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyB=", "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=\n",
            " whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=", "whsec_AQIDBAUGBwgJCgsM DQ4PEBESExQVFhcYGRobHB0eHyA=",
            "whsec_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_", "whsec_not base64 at all, is it? no, it is",
        ])
    func refused(text: String) {
        #expect(SigningSecret(text) == nil)
    }

    @Test("are made with 32 bytes, no two the same, and read back")
    func made() throws {
        let secrets = (0..<64).map { _ in SigningSecret.make() }
        #expect(Set(secrets.map(\.text)).count == 64)
        for secret in secrets {
            #expect(secret.text.utf8.count == 50 && SigningSecret(secret.text) == secret)
        }
    }

    @Test("show nothing of themselves where a value is printed")
    func printing() throws {
        let secret = try #require(SigningSecret(Self.text))
        var dumped = ""
        dump([secret], to: &dumped)
        let printed = ["\(secret)", String(reflecting: secret), "\([secret])", "\(Optional(secret) as Any)", dumped]
        for text in printed {
            #expect(text.contains("SigningSecret") && !text.contains("AQID") && !text.contains("1, 2") && !text.contains("- 1"), "\(text)")
        }
    }

    @Test("put a signature each on a message, in their order")
    func headers() throws {
        let secrets = [SigningSecret.make(), SigningSecret.make()]
        let body = Array("{}".utf8)
        let headers = SignedHeaders(id: "e1", body: body, secrets: secrets, at: 7)
        let signatures = secrets.map { $0.signature(id: "e1", timestamp: 7, body: body) }
        #expect(headers.fields.map(\.name) == ["webhook-id", "webhook-timestamp", "webhook-signature"])
        #expect(headers.fields.map(\.value) == ["e1", "7", signatures[0] + " " + signatures[1]])
        #expect(signatures[0] != signatures[1])
    }

    /// So many zero bytes in base64.
    private static func base64(zeros count: Int) -> String {
        let rest = count % 3
        return String(repeating: "AAAA", count: count / 3) + (rest == 0 ? "" : rest == 1 ? "AA==" : "AAA=")
    }
}
