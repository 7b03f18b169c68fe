import Foundations
import Lists
import Ports
import Testing
@testable import Wire

@Suite("Reading the bodies of webhooks")
struct WebhookBodyTests {
    private static let limits = ContentLimits()

    /// The outcome of reading: the slug of a problem and where it is.
    private static func problem(_ read: () throws(RequestProblem) -> Void) -> String? {
        do throws(RequestProblem) {
            try read()
            return nil
        } catch {
            guard case .pointer(let pointer) = error.errors.first?.location else { return error.slug.rawValue }
            return pointer.isEmpty ? error.slug.rawValue : "\(error.slug.rawValue) \(pointer)"
        }
    }

    @Test("a webhook is read whole")
    func whole() throws {
        let body = #"""
            {"url":"https://example.com/h","events":["item.selected","list.deleted","item.selected"],"lists":["airports","inbox-*","*"],
             "description":"für Ä","ordered":true,"secret":"whsec_x"}
            """#
        let draft = try WebhookBodyReader.webhook(Array(body.utf8), limits: Self.limits)
        #expect(draft.url == "https://example.com/h" && draft.events == [.itemSelected, .listDeleted])
        #expect(draft.lists == ["airports", "inbox-*", "*"].map { NamePattern($0) })
        #expect(draft.description == "für Ä" && draft.isOrdered && draft.secret == "whsec_x")
    }

    @Test(
        "what is absent, null or empty takes its default",
        arguments: [
            #"{"url":"u"}"#, #"{"url":"u","events":null,"lists":null,"description":null,"ordered":null,"secret":null}"#,
            #"{"url":"u","events":[],"lists":[],"description":"","ordered":false}"#,
        ])
    func defaults(body: String) throws {
        let draft = try WebhookBodyReader.webhook(Array(body.utf8), limits: Self.limits)
        #expect(draft.url == "u" && draft.events == [] && draft.lists == [] && draft.description == "")
        #expect(!draft.isOrdered && draft.secret == nil)
    }

    @Test(
        "what is wrong is named where it is, syntax first",
        arguments: [
            ("", "malformed-json"), ("{", "malformed-json"), ("[]", "invalid-value"), ("{}", "invalid-value /url"),
            (#"{"url":7}"#, "invalid-value /url"), (#"{"url":null}"#, "invalid-value /url"),
            (#"{"url":"u","events":"item.selected"}"#, "invalid-value /events"),
            (#"{"url":"u","events":["item.selected","item.gone"]}"#, "invalid-value /events/1"),
            (#"{"url":"u","events":[7]}"#, "invalid-value /events/0"),
            (#"{"url":"u","events":["Item.selected"]}"#, "invalid-value /events/0"),
            (#"{"url":"u","lists":["a",""]}"#, "invalid-value /lists/1"), (#"{"url":"u","lists":["a b"]}"#, "invalid-value /lists/0"),
            (#"{"url":"u","lists":["ä"]}"#, "invalid-value /lists/0"), (#"{"url":"u","lists":[null]}"#, "invalid-value /lists/0"),
            (#"{"url":"u","lists":{}}"#, "invalid-value /lists"), (#"{"url":"u","description":7}"#, "invalid-value /description"),
            (#"{"url":"u","ordered":"yes"}"#, "invalid-value /ordered"), (#"{"url":"u","ordered":1}"#, "invalid-value /ordered"),
            (#"{"url":"u","secret":7}"#, "invalid-value /secret"), (#"{"url":"u","id":"x"}"#, "unknown-key /id"),
            (#"{"url":"u","status":null}"#, "unknown-key /status"), (#"{"url":"u","since":null}"#, "unknown-key /since"),
            (#"{"url":"u","since":"x"}"#, "unknown-key /since"), (#"{"id":1,"url":7}"#, "unknown-key /id"),
            (#"{"url":7,"events":[}"#, "malformed-json"),
        ])
    func refused(body: String, outcome: String) {
        let found = Self.problem { () throws(RequestProblem) in _ = try WebhookBodyReader.webhook(Array(body.utf8), limits: Self.limits) }
        #expect(found == outcome, "\(body)")
    }

    @Test("a description has 1 KiB, a pattern 128 characters, a webhook a thousand patterns")
    func limits() {
        func outcome(_ member: String) -> String? {
            Self.problem { () throws(RequestProblem) in
                _ = try WebhookBodyReader.webhook(Array("{\"url\":\"u\",\(member)}".utf8), limits: Self.limits)
            }
        }
        func text(_ count: Int) -> String { String(repeating: "x", count: count) }
        #expect(outcome("\"description\":\"\(text(1_024))\"") == nil)
        #expect(outcome("\"description\":\"\(text(1_025))\"") == "limit-exceeded /description")
        #expect(outcome("\"lists\":[\"\(text(128))\"]") == nil)
        #expect(outcome("\"lists\":[\"\(text(129))\"]") == "invalid-value /lists/0")
        func patterns(_ count: Int) -> String { (0..<count).map { "\"l\($0)\"" }.joined(separator: ",") }
        #expect(outcome("\"lists\":[\(patterns(1_000))]") == nil)
        #expect(outcome("\"lists\":[\(patterns(1_001))]") == "limit-exceeded /lists")
    }

    private static let webhook = Webhook(
        id: Identifier(verbatim: "w"), createdAt: 0, url: "https://example.com/", events: [.itemAction], lists: [NamePattern("a*")],
        description: "D", isOrdered: true)

    @Test("a patch changes what it names, and null takes the default")
    func patch() throws {
        func patched(_ body: String) throws -> WebhookDraft {
            try WebhookPatch(Array(body.utf8), limits: Self.limits).applied(to: Self.webhook)
        }
        let old = try patched("{}")
        #expect(old.url == Self.webhook.url && old.events == Self.webhook.events && old.lists == Self.webhook.lists)
        #expect(old.description == "D" && old.isOrdered && old.secret == nil)
        let other = try patched(#"{"url":"http://x/","events":["list.created"],"lists":["b"],"description":"E","ordered":false}"#)
        #expect(other.url == "http://x/" && other.events == [.listCreated] && other.lists == [NamePattern("b")])
        #expect(other.description == "E" && !other.isOrdered)
        let plain = try patched(#"{"events":null,"lists":null,"description":null,"ordered":null}"#)
        #expect(plain.events == [] && plain.lists == [] && plain.description == "" && !plain.isOrdered && plain.url == old.url)
        #expect(try WebhookPatch(Array(#"{"url":"http://x/"}"#.utf8), limits: Self.limits).url() == "http://x/")
        #expect(try WebhookPatch(Array(#"{"ordered":true}"#.utf8), limits: Self.limits).url() == nil)
    }

    @Test(
        "a patch names nothing that can only be read, no secret, and no other URL than one",
        arguments: [
            (#"{"url":null}"#, "invalid-value /url"), (#"{"secret":"whsec_"}"#, "unknown-key /secret"), (#"{"id":"x"}"#, "unknown-key /id"),
            (#"{"status":"active"}"#, "unknown-key /status"), (#"{"createdAt":null}"#, "unknown-key /createdAt"),
            (#"{"since":null}"#, "unknown-key /since"),
            ("[]", "invalid-value"), ("7", "invalid-value"), (#"{"events":["x"]}"#, "invalid-value /events/0"), ("", "malformed-json"),
        ])
    func patchRefused(body: String, outcome: String) {
        let found = Self.problem { () throws(RequestProblem) in
            _ = try WebhookPatch(Array(body.utf8), limits: Self.limits).applied(to: Self.webhook)
        }
        #expect(found == outcome, "\(body)")
    }

    @Test("a replay names a time, and perhaps its end")
    func replay() throws {
        func window(_ body: String) throws -> ReplayWindow { try WebhookBodyReader.replay(Array(body.utf8), limits: Self.limits) }
        let open = try window(#"{"since":"1970-01-01T00:00:01Z"}"#)
        #expect(open.since == 1_000 && open.until == nil)
        #expect(try window(#"{"since":"1970-01-01T00:00:01Z","until":null}"#) == open)
        let closed = try window(#"{"until":"1970-01-01T00:00:01.500Z","since":"1970-01-01T01:00:01+01:00"}"#)
        #expect(closed.since == 1_000 && closed.until == 1_500)
        for (body, outcome) in [
            ("{}", "invalid-value /since"), (#"{"since":null}"#, "invalid-value /since"),
            (#"{"since":"yesterday"}"#, "invalid-value /since"),
            (#"{"since":1000}"#, "invalid-value /since"),
            (#"{"since":"1970-01-01T00:00:01Z","until":"1970-01-01T00:00:00Z"}"#, "invalid-value /until"),
            (#"{"since":"1970-01-01T00:00:01Z","url":"x"}"#, "unknown-key /url"), ("", "malformed-json"),
        ] {
            #expect(
                Self.problem { () throws(RequestProblem) in _ = try WebhookBodyReader.replay(Array(body.utf8), limits: Self.limits) }
                    == outcome,
                "\(body)")
        }
    }

    @Test("a body that has nothing to say is empty or an empty object")
    func nothing() {
        for (body, outcome) in [
            ("", nil), ("{}", nil), (" {} ", nil), ("[]", "invalid-value"), ("{", "malformed-json"), (#"{"x":1}"#, "unknown-key /x"),
        ] as [(String, String?)] {
            let found = Self.problem { () throws(RequestProblem) in try WebhookBodyReader.nothing(Array(body.utf8), limits: Self.limits) }
            #expect(found == outcome, "\(body)")
        }
    }
}
