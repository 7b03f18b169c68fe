import Foundation
import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Ports
import SQLiteStore
import TestSupport
import Testing
import Webhooks

@Suite("Webhooks and their deliveries")
struct WebhookTests {
    private static let url = "https://93.184.215.14/hooks"
    private static let hosts = [
        "public.example": ["93.184.215.14", "2606:2800:220:1:248:1893:25c8:1946"], "mixed.example": ["93.184.215.14", "10.0.0.1"],
        "private.example": ["192.168.1.1"],
    ]

    /// The API with a webhook of one field more than its URL, and that webhook's id.
    private static func api(_ more: String = "", _ configure: (inout ListAPISettings) -> Void = { _ in }) async throws -> (TestAPI, String)
    {
        let api = try TestAPI(hosts: hosts, configure: configure)
        let made = try await api.send(.post, "/webhooks", TestTokens.bearer("root"), body: "{\"url\":\"\(url)\"\(more)}")
        return (api, try #require(made.at("id"), "\(made.text)"))
    }

    private static func outcome(_ answer: TestResponse) -> String {
        guard answer.status >= 400 else { return String(answer.status) }
        let place = answer.at("errors.0.pointer") ?? answer.at("errors.0.parameter")
        return "\(answer.status) \(answer.at("type")?.dropFirst("/problems/".count) ?? "")" + (place.map { " \($0)" } ?? "")
    }

    @Test("a webhook is made with all that was asked for, shows its secret once, and is read back without it")
    func make() async throws {
        let api = try TestAPI(hosts: Self.hosts)
        let body = #"{"url":"https://public.example/x?y=1","events":["list.created"],"lists":["a*"],"description":"D","ordered":true}"#
        let made = try await api.send(.post, "/webhooks", body: body)
        let id = try #require(made.at("id"))
        #expect(made.status == 201 && made["location"] == "/webhooks/\(id)" && made["cache-control"] == "no-store")
        let secret = try #require(made.at("secret"))
        #expect(SigningSecret(secret) != nil && made.at("status") == "active" && made.at("statusReason") == "null")
        let start =
            #"{"id":"\#(id)","url":"https://public.example/x?y=1","events":["list.created"],"lists":["a*"],"description":"D","ordered":true,"#
        #expect(made.text.hasPrefix(start))
        let shown = try await api.get("/webhooks/\(id)")
        #expect(shown.status == 200 && shown["cache-control"] == "no-cache" && shown["vary"] == "Accept-Encoding")
        #expect(shown.text == made.text.replacing(",\"secret\":\"\(secret)\"", with: ""))
        #expect(try await api.get("/webhooks").text == "{\"webhooks\":[\(shown.text)]}")
    }

    @Test("a webhook that is paused is sent nothing until it is enabled")
    func pause() async throws {
        let (api, id) = try await Self.api()
        #expect(try await api.send(.post, "/webhooks/\(id)/disable").at("statusReason") == "Somebody has paused it.")
        for (act, status) in [("test", "failed"), ("enable", "active"), ("test", "pending")] {
            #expect(try await api.send(.post, "/webhooks/\(id)/\(act)").at("status") == status)
        }
    }

    @Test("a delivery is shown with its list and with what it sends")
    func payload() async throws {
        let (api, id) = try await Self.api()
        for body in ["[[1]]", "[[1,2]]"] { try await api.send(.put, "/lists/l", body: body) }
        let log = try await api.get("/webhooks/\(id)/deliveries")
        let changed = try await api.get("/webhooks/\(id)/deliveries/\(try #require(log.at("deliveries.0.id")))")
        #expect(changed.at("list") == "l" && changed.at("payload.type") == "list.changed" && changed.at("payload.data.from") == "1")
        #expect(changed.at("payload.data.stages.0.items.inserted.0.item.value") == "2")
        let created = try await api.get("/webhooks/\(id)/deliveries/\(try #require(log.at("deliveries.1.id")))")
        #expect(created.at("payload.data.id") == "l")
        #expect(Self.outcome(try await api.get("/webhooks/\(id)/deliveries/none")) == "404 not-found")
    }

    @Test("a secret that is sent is the one that signs; what can't sign is refused")
    func givenSecret() async throws {
        let (api, id) = try await Self.api()
        let secret = "whsec_" + Data(repeating: 7, count: 24).base64EncodedString()
        let made = try await api.send(.post, "/webhooks", body: "{\"url\":\"\(Self.url)\",\"secret\":\"\(secret)\"}")
        #expect(made.status == 201 && made.at("secret") == secret)
        for count in [0, 23, 65] {
            let other = "whsec_" + Data(repeating: 7, count: count).base64EncodedString()
            let refused = try await api.send(.post, "/webhooks", body: "{\"url\":\"\(Self.url)\",\"secret\":\"\(other)\"}")
            #expect(Self.outcome(refused) == "422 invalid-value /secret")
            #expect(count == 0 || !refused.text.contains(other))
        }
        #expect(try await api.get("/webhooks").at("webhooks.0.id") == id)
        #expect(try await api.get("/webhooks").at("webhooks.2") == nil)
    }

    @Test(
        "a URL that must not be called is refused, when it is registered and when it is changed",
        arguments: [
            ("http://127.0.0.1/", "422 url-not-allowed /url"), ("https://[::1]/", "422 url-not-allowed /url"),
            ("http://localhost:9000/", "422 url-not-allowed /url"), ("http://169.254.169.254/latest", "422 url-not-allowed /url"),
            ("http://[::ffff:10.0.0.1]/", "422 url-not-allowed /url"), ("https://private.example/", "422 url-not-allowed /url"),
            ("https://mixed.example/", "422 url-not-allowed /url"), ("ftp://93.184.215.14/", "422 url-not-allowed /url"),
            ("https://a:b@93.184.215.14/", "422 url-not-allowed /url"), ("no url", "422 url-not-allowed /url"),
            ("", "422 url-not-allowed /url"),
            ("https://public.example/", "2"), ("https://nowhere.example/", "2"), ("http://93.184.215.14:8080/a", "2"),
        ])
    func urls(url: String, outcome: String) async throws {
        let (api, id) = try await Self.api()
        let body = "{\"url\":\"\(url)\"}"
        for (method, target) in [(HTTPRequest.Method.post, "/webhooks"), (.patch, "/webhooks/\(id)")] {
            #expect(Self.outcome(try await api.send(method, target, body: body)).hasPrefix(outcome), "\(method) \(url)")
        }
        #expect(try await api.get("/webhooks/\(id)").at("url") == (outcome == "2" ? url : Self.url))
    }

    @Test("a refusal names the address and what it is")
    func refusedAddress() async throws {
        let (api, _) = try await Self.api()
        let refused = try await api.send(.post, "/webhooks", body: #"{"url":"https://mixed.example/"}"#)
        #expect(refused.at("detail")?.contains("10.0.0.1") == true && refused.at("errors.0.detail") == refused.at("detail"))
    }

    @Test("a webhook is changed by a merge patch, and deleted")
    func change() async throws {
        let (api, id) = try await Self.api(#","events":["item.action"],"description":"D""#)
        let patched = try await api.send(
            .patch, "/webhooks/\(id)", ["Content-Type": "application/merge-patch+json"],
            body: #"{"events":null,"ordered":true,"lists":["b"]}"#)
        #expect(patched.status == 200 && patched["cache-control"] == nil && patched.at("secret") == nil)
        #expect(patched.at("events") == "[]" && patched.at("ordered") == "true" && patched.at("lists") == "[\"b\"]")
        #expect(patched.at("description") == "D")
        #expect(try await api.get("/webhooks/\(id)").text == patched.text)
        let refused = try await api.send(.patch, "/webhooks/\(id)", ["Content-Type": "application/json-patch+json"], body: "[]")
        #expect(refused.status == 415 && refused["accept-patch"] == "application/merge-patch+json, application/json")
        #expect(Self.outcome(try await api.send(.patch, "/webhooks/\(id)", body: #"{"secret":"x"}"#)) == "422 unknown-key /secret")
        #expect(try await api.send(.patch, "/webhooks/\(id)", ["Prefer": "return=minimal"], body: "{}").status == 204)
        #expect(try await api.send(.delete, "/webhooks/\(id)").status == 204)
        #expect(Self.outcome(try await api.get("/webhooks/\(id)")) == "404 webhook-not-found")
        #expect(try await api.get("/webhooks").text == #"{"webhooks":[]}"#)
    }

    @Test("a webhook that is not there is reported before what is wrong with a body, and after its syntax")
    func missing() async throws {
        let (api, _) = try await Self.api()
        let bad = #"{"nonsense":1}"#
        for (method, path, body) in [
            (HTTPRequest.Method.get, "", nil), (.patch, "", bad), (.delete, "", nil), (.post, "/test", bad), (.post, "/rotate-secret", bad),
            (.post, "/enable", bad), (.get, "/deliveries", nil), (.post, "/deliveries/x/retry", bad), (.post, "/replay", bad),
        ] as [(HTTPRequest.Method, String, String?)] {
            for id in ["nowhere", String(repeating: "x", count: 200), "%0A"] {
                #expect(
                    Self.outcome(try await api.send(method, "/webhooks/\(id)\(path)", body: body)) == "404 webhook-not-found", "\(path)")
            }
            guard body != nil else { continue }
            #expect(Self.outcome(try await api.send(method, "/webhooks/nowhere\(path)", body: "{")).hasPrefix("400 malformed-json"))
        }
    }

    @Test("a webhook has no tag: a precondition that names one is false, and shows the webhook")
    func preconditions() async throws {
        let (api, id) = try await Self.api()
        for (headers, outcome) in [
            (["If-Match": "\"x\""], 412), (["If-None-Match": "*"], 412), (["If-Match": "*"], 200), (["If-None-Match": "\"x\""], 200),
            (["If-Match": "x"], 400),
        ] {
            let answer = try await api.send(.patch, "/webhooks/\(id)", headers, body: "{}")
            #expect(answer.status == outcome, "\(headers)")
            if outcome == 412 { #expect(answer.at("current.id") == id) }
        }
    }

    @Test("a new secret is shown once, and the old one stays for a day")
    func rotation() async throws {
        let clock = TestClock(from: SystemSources.now)
        let key = SecretBox.makeKey()
        let box = try #require(SecretBox(key: key))
        let api = try TestAPI(secrets: key, clock: clock)
        let made = try await api.send(.post, "/webhooks", body: "{\"url\":\"\(Self.url)\"}")
        let id = try #require(made.at("id"))
        func secrets() throws -> [String] {
            let webhook = try #require(try api.store.webhook(Identifier(verbatim: id)))
            return try SecretRotation.live(webhook.secrets, at: clock.now).map {
                String(decoding: try box.open($0.sealed, for: id), as: UTF8.self)
            }
        }
        var shown = [try #require(made.at("secret"))]
        for _ in 0..<3 {
            let rotated = try await api.send(.post, "/webhooks/\(id)/rotate-secret", ["Prefer": "return=minimal"], body: "{}")
            #expect(rotated.status == 200 && rotated["cache-control"] == "no-store" && rotated["preference-applied"] == nil)
            shown.insert(try #require(rotated.at("secret")), at: 0)
        }
        #expect(Set(shown).count == 4)
        #expect(try secrets() == shown)
        clock.advance(seconds: 86_401)
        #expect(try secrets() == [shown[0]])
        #expect(try await api.get("/webhooks/\(id)").at("secret") == nil)
    }

    @Test("no secret stands in the database in clear, not in an answer that is kept for a key either, which is given again to the byte")
    func sealed() async throws {
        let (api, id) = try await Self.api()
        var secrets: [String] = []
        for (target, body) in [("/webhooks", "{\"url\":\"\(Self.url)\"}"), ("/webhooks/\(id)/rotate-secret", "")] {
            let headers = ["Idempotency-Key": "key of \(target)".replacing(" ", with: "-")]
            let first = try await api.send(.post, target, headers, body: body)
            let again = try await api.send(.post, target, headers, body: body)
            #expect(first.status < 300 && again.bytes == first.bytes && again["idempotency-replayed"] == "true")
            #expect(again.headerLines(without: "idempotency-replayed") == first.headerLines(without: ""))
            secrets.append(try #require(first.at("secret")))
            let other = try await api.send(.post, target, headers, body: "{}")
            #expect(other.at("type") == "/problems/idempotency-key-reused", "\(other.text)")
        }
        #expect(try await api.get("/webhooks").at("webhooks.2") == nil)
        let files = try FileManager.default.contentsOfDirectory(at: api.folder, includingPropertiesForKeys: nil)
        #expect(files.count >= 2)
        for file in files {
            let bytes = try Data(contentsOf: file)
            for secret in secrets {
                let raw = try #require(Data(base64Encoded: String(secret.dropFirst("whsec_".count))))
                #expect(bytes.range(of: Data(secret.utf8)) == nil && bytes.range(of: raw) == nil, "\(file.lastPathComponent)")
            }
            if file.pathExtension == "sqlite-wal" { #expect(bytes.range(of: Data(id.utf8)) != nil) }
        }
    }

    @Test("a test makes a delivery, which the log shows, and a retry makes it due again")
    func deliveries() async throws {
        let (api, id) = try await Self.api()
        var made: [String] = []
        for _ in 0..<5 {
            let test = try await api.send(.post, "/webhooks/\(id)/test")
            #expect(test.status == 202 && test.at("event") == "webhook.test" && test.at("status") == "pending")
            #expect(test.at("attempts") == "[]" && test.at("nextAttemptAt") != "null")
            made.insert(try #require(test.at("id")), at: 0)
        }
        var (found, after) = ([String](), "")
        while after != "null" {
            let page = try await api.get("/webhooks/\(id)/deliveries?limit=2&status=pending\(after.isEmpty ? "" : "&after=" + after)")
            #expect(page.status == 200 && page["cache-control"] == "no-cache")
            found += (0..<2).compactMap { page.at("deliveries.\($0).id") }
            after = try #require(page.at("next"))
        }
        #expect(found == made)
        #expect(try await api.get("/webhooks/\(id)/deliveries?status=failed").text == #"{"deliveries":[],"next":null}"#)
        let retried = try await api.send(.post, "/webhooks/\(id)/deliveries/\(made[0])/retry")
        #expect(retried.status == 202 && retried.at("id") == made[0] && retried.at("status") == "pending")
        for (target, outcome) in [
            ("deliveries?status=lost", "400 bad-parameter status"), ("deliveries?limit=0", "400 bad-parameter limit"),
            ("deliveries?x=1", "400 bad-parameter x"), ("deliveries?after=nowhere", "404 not-found after"),
        ] {
            #expect(Self.outcome(try await api.get("/webhooks/\(id)/\(target)")) == outcome)
        }
        #expect(Self.outcome(try await api.send(.post, "/webhooks/\(id)/deliveries/nowhere/retry")) == "404 not-found")
        let minimal = try await api.send(.post, "/webhooks/\(id)/test", ["Prefer": "return=minimal"])
        #expect(minimal.status == 204 && minimal["preference-applied"] == "return=minimal")
    }

    @Test("what failed in a time is replayed, in parts, and counted")
    func replay() async throws {
        let clock = TestClock(from: SystemSources.now)
        let api = try TestAPI(clock: clock)
        let made = try await api.send(.post, "/webhooks", body: "{\"url\":\"\(Self.url)\"}")
        let id = try #require(made.at("id"))
        try await Self.disable(id, in: api)
        let start = clock.now
        for _ in 0..<2_300 { #expect(try await api.send(.post, "/webhooks/\(id)/test").at("status") == "failed") }
        func replay(_ since: Int64, _ until: Int64? = nil, _ headers: [String: String] = [:]) async throws -> TestResponse {
            func text(_ time: Int64) -> String { Date(timeIntervalSince1970: Double(time) / 1_000).formatted(.iso8601) }
            let end = until.map { ",\"until\":\"\(text($0))\"" } ?? ""
            return try await api.send(.post, "/webhooks/\(id)/replay", headers, body: "{\"since\":\"\(text(since))\"\(end)}")
        }
        #expect(try await replay(start - 1_000).text == #"{"count":0}"#)
        let enabled = try await api.send(.post, "/webhooks/\(id)/enable")
        #expect(enabled.status == 200 && enabled.at("status") == "active" && enabled.at("statusReason") == "null")
        #expect(try await replay(start - 7_200_000, start - 3_600_000).text == #"{"count":0}"#)
        let key = ["Idempotency-Key": "k"]
        let all = try await replay(start - 1_000, nil, key)
        #expect(all.status == 202 && all.text == #"{"count":2300}"#)
        let again = try await replay(start - 1_000, nil, key)
        #expect(again.text == all.text && again["idempotency-replayed"] == "true")
        #expect(try await replay(start - 1_000).text == #"{"count":0}"#)
        #expect(try await api.get("/webhooks/\(id)/deliveries?status=failed").at("deliveries") == "[]")
    }

    @Test("there are at most a thousand webhooks")
    func most() async throws {
        let (api, _) = try await Self.api()
        for _ in 1..<1_000 { #expect(try await api.send(.post, "/webhooks", body: "{\"url\":\"\(Self.url)\"}").status == 201) }
        let refused = try await api.send(.post, "/webhooks", body: "{\"url\":\"\(Self.url)\"}")
        #expect(Self.outcome(refused) == "422 limit-exceeded" && !refused.text.contains("whsec_"))
    }

    /// Disables a webhook as a receiver that answers 410 does.
    private static func disable(_ id: String, in api: TestAPI) async throws {
        let id = Identifier(verbatim: id)
        try await withCheckedThrowingContinuation { continuation in
            api.store.writeWebhooks { transaction in
                guard var webhook = try transaction.webhook(id) else { return }
                webhook.health = WebhookHealth(status: .disabled, reason: "It answered 410.")
                try transaction.update(webhook)
            } completion: {
                continuation.resume(with: $0)
            }
        }
    }
}
