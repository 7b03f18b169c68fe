import Testing

@testable import Webhooks

@Suite("Checking a signature")
struct SignatureCheckTests {
    private let secret = SigningSecret.make()
    private let body = Array(#"{"type":"webhook.test"}"#.utf8)

    /// What the check says of a message that was signed at a time and has come 1,000 seconds after 1970.
    private func check(at time: Int64 = 1_000, by secrets: [SigningSecret]? = nil, _ change: (inout [String: String]) -> Void = { _ in })
        -> String
    {
        let signed = SignedHeaders(id: "msg.1", body: body, secrets: secrets ?? [secret], at: time)
        var headers = Dictionary(uniqueKeysWithValues: signed.fields.map { ($0.name, $0.value) })
        change(&headers)
        do {
            return try SignatureCheck([secret]).id(of: body, headers: { headers[$0] }, now: 1_000)
        } catch {
            return error.description
        }
    }

    @Test("takes what was signed with the secret, alone or beside others, and not longer ago than five minutes")
    func taken() {
        for time in [700, 1_000, 1_300] as [Int64] { #expect(check(at: time) == "msg.1") }
        #expect(check(by: [.make(), secret]) == "msg.1")
        #expect(check { $0["webhook-signature"]? += " v1a,AAAA nonsense" } == "msg.1")
    }

    @Test("refuses all else, and says why")
    func refused() {
        #expect(check(at: 699).hasPrefix("webhook-timestamp is 301 seconds old"))
        #expect(check(at: 1_301).hasPrefix("webhook-timestamp is 301 seconds ahead"))
        for name in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
            #expect(check { $0[name] = nil } == "there is no \(name)")
            #expect(check { $0[name] = "" } == "there is no \(name)")
        }
        let foreign = "no signature in webhook-signature is of this secret and this body"
        #expect(check(by: [.make()]) == foreign)
        #expect(check { $0["webhook-id"] = "msg.2" } == foreign)
        #expect(check { $0["webhook-timestamp"] = "1001" } == foreign)
        for signature in ["v1,", "v1,!", "v1", "v1,AAAA", ",", " "] { #expect(check { $0["webhook-signature"] = signature } == foreign) }
        #expect(check { $0["webhook-signature"] = $0["webhook-signature"]?.replacing("v1,", with: "v2,") } == foreign)
        for timestamp in ["-1000", "+1000", "1000.0", "99999999999999999999", "x"] {
            #expect(check { $0["webhook-timestamp"] = timestamp } == "webhook-timestamp is no number of seconds")
        }
    }
}
