import Testing

import Settings
import Webhooks
@testable import sectional

@Suite("Contract §6: the routes of webhooks")
struct WebhookRouteTests {
    private static let url = "https://93.184.215.14/hooks"

    @Test("POST /webhooks: 201, the one time secret is shown; GET shows the rest of it, with id, createdAt, status and statusReason")
    func make() throws {
        let client = try ContractClient()
        let body =
            "{\"url\":\"\(Self.url)\",\"events\":[\"item.selected\"],\"lists\":[\"airports\",\"inbox-*\"],\"description\":\"D\",\"ordered\":true}"
        let made = try client.post("/webhooks", body)
        let id = made.at("id")
        #expect(made.status == 201 && made.header("Location") == "/webhooks/\(id)" && made.at("secret").hasPrefix("whsec_"))
        #expect(
            made.at(each: "url", "events", "lists", "description", "ordered", "status", "statusReason")
                == "\(Self.url) [\"item.selected\"] [\"airports\",\"inbox-*\"] D true active null")
        let shown = try client.get("/webhooks/\(id)")
        #expect(shown.status == 200 && shown.at("secret") == "-" && shown.at("createdAt") == made.at("createdAt"))
        try #expect(client.get("/webhooks").text == "{\"webhooks\":[\(shown.text)]}")
        let patched = try client.patch("/webhooks/\(id)", #"{"events":[],"ordered":false}"#)
        #expect(
            patched.status == 200 && patched.at("events") == "[]" && patched.at("ordered") == "false" && patched.at("description") == "D")
        try #expect(client.delete("/webhooks/\(id)").status == 204)
        try #expect(client.get("/webhooks/\(id)").outcome == "404 webhook-not-found")
    }

    @Test("absent or empty events or lists means all; whsec_ of 24–64 bytes, any other is 422")
    func defaults() throws {
        let client = try ContractClient()
        for body in ["{\"url\":\"\(Self.url)\"}", "{\"url\":\"\(Self.url)\",\"events\":[],\"lists\":[]}"] {
            try #expect(client.post("/webhooks", body).at(each: "events", "lists", "description", "ordered") == "[] []  false")
        }
        for (member, outcome) in [
            (#""secret":"whsec_AAAA""#, "422 invalid-value /secret"), (#""secret":"AAAA""#, "422 invalid-value /secret"),
            (#""events":["item.gone"]"#, "422 invalid-value /events/0"), (#""lists":[""]"#, "422 invalid-value /lists/0"),
            (#""nonsense":1"#, "422 unknown-key /nonsense"),
        ] {
            try #expect(client.post("/webhooks", "{\"url\":\"\(Self.url)\",\(member)}").outcome == outcome)
        }
        try #expect(client.post("/webhooks", "{}").outcome == "422 invalid-value /url")
        try #expect(client.post("/webhooks", "").outcome.hasPrefix("400 malformed-json"))
    }

    @Test(
        "an address that is not globally reachable is 422 url-not-allowed, unless webhooks.allow lists it; so are other schemes and credentials",
        arguments: [
            "http://127.0.0.1:9/", "http://10.1.2.3/", "http://[::1]/", "http://[fd00::1]/", "http://[::ffff:127.0.0.1]/",
            "http://100.64.0.1/",
            "http://169.254.169.254/", "http://224.0.0.1/", "http://0.0.0.0/", "http://localhost/", "ftp://93.184.215.14/",
            "https://user:password@93.184.215.14/", "file:///etc/passwd",
        ])
    func urls(url: String) throws {
        let client = try ContractClient()
        let id = try client.post("/webhooks", "{\"url\":\"\(Self.url)\"}").at("id")
        try #expect(client.post("/webhooks", "{\"url\":\"\(url)\"}").outcome == "422 url-not-allowed /url")
        try #expect(client.patch("/webhooks/\(id)", "{\"url\":\"\(url)\"}").outcome == "422 url-not-allowed /url")
        let lenient = try ContractClient { $0.allowedAddresses = .cidr("127.0.0.0/8") }
        let expected = url.contains("127.0.0.1") || url.contains("localhost") ? "201" : "422 url-not-allowed /url"
        try #expect(lenient.post("/webhooks", "{\"url\":\"\(url)\"}").outcome == expected)
    }

    @Test("a host that does not resolve is accepted")
    func unknownHost() throws {
        try #expect(ContractClient().post("/webhooks", #"{"url":"https://nowhere.invalid/"}"#).status == 201)
    }

    @Test("test: 202 with the delivery; rotate-secret: 200 with the new secret; enable: 200; deliveries, retry and replay")
    func actions() throws {
        let client = try ContractClient { $0.allowedAddresses = .cidr("127.0.0.0/8") }
        // Nothing listens there.
        let made = try client.post("/webhooks", #"{"url":"http://127.0.0.1:1/"}"#)
        let id = made.at("id")
        let test = try client.post("/webhooks/\(id)/test", "")
        #expect(test.status == 202 && test.at("event") == "webhook.test")
        #expect(test.memberNames == ["id", "event", "eventId", "status", "attempts", "nextAttemptAt", "createdAt"])
        let rotated = try client.post("/webhooks/\(id)/rotate-secret", "")
        #expect(rotated.status == 200 && rotated.at("secret").hasPrefix("whsec_") && rotated.at("secret") != made.at("secret"))
        try #expect(client.post("/webhooks/\(id)/enable", "").outcome == "200")
        let page = try client.get("/webhooks/\(id)/deliveries")
        #expect(page.memberNames.first == "deliveries" && page.at("deliveries.0.id") == test.at("id") && page.at("next") == "null")
        try #expect(client.post("/webhooks/\(id)/deliveries/\(test.at("id"))/retry", "").status == 202)
        try #expect(client.post("/webhooks/\(id)/deliveries/nowhere/retry", "").outcome == "404 not-found")
        let replay = try client.post("/webhooks/\(id)/replay", #"{"since":"2026-01-01T00:00:00Z","until":"2026-01-02T00:00:00+01:00"}"#)
        #expect(replay.status == 202 && replay.text == #"{"count":0}"#)
        try #expect(client.post("/webhooks/\(id)/replay", "{}").outcome == "422 invalid-value /since")
        try #expect(client.get("/webhooks/\(id)/deliveries?status=lost").outcome == "400 bad-parameter status")
    }

    @Test("Prefer is not applied to select, POST /webhooks and rotate-secret")
    func preference() throws {
        let client = try ContractClient()
        try client.putLetters()
        let minimal = ["Prefer": "return=minimal"]
        let made = try client.post("/webhooks", "{\"url\":\"\(Self.url)\"}", minimal)
        let id = made.at("id")
        let replies = [
            made, try client.post("/webhooks/\(id)/rotate-secret", "", minimal), try client.post("/lists/l/items/0-0/select", "", minimal),
        ]
        #expect(replies.map(\.status) == [201, 200, 202])
        #expect(replies.allSatisfy { !$0.body.isEmpty && $0.header("Preference-Applied") == nil })
        try #expect(client.patch("/webhooks/\(id)", "{}", minimal).status == 204)
    }
}
