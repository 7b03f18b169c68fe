import HTTPServing
import HTTPTypes
import ListAPI
import Lists
import Ports
import TestSupport
import Testing

@Suite("Selections, deselections and actions")
struct InteractionTests {
    private static func api(_ configure: (inout ListAPISettings) -> Void = { _ in }) async throws -> TestAPI {
        let api = try TestAPI(configure: configure)
        try await api.send(
            .put, "/lists/l", body: #"{"sections":[{"items":[{"id":"a","type":"DemoModel","value":1.0},{"id":"b","value":2}]}]}"#)
        return api
    }

    @Test("an answer shows the item as it is, byte for byte, with the item's tag and the list's version")
    func answer() async throws {
        let api = try await Self.api()
        let answer = try await api.send(.post, "/lists/l/items/0-0/select", body: #"{"context": {"b":1.0, "a":[1e400]}}"#)
        #expect(answer.status == 202 && answer["content-type"] == "application/json")
        #expect(answer["list-version"] == "1" && answer["etag"] == "\"r1-0.0@a\"" && answer["cache-control"] == nil)
        #expect(answer["location"] == nil && answer["content-location"] == nil)
        let item = #"{"id":"a","indexPath":[0,0],"type":"DemoModel","cell":"DemoCell","revision":1,"value":1.0}"#
        let middle = #","sequence":1,"type":"item.selected","action":null,"list":"l","version":1,"item":"# + item
        #expect(answer.text.contains(middle + #","context":{"b":1.0,"a":[1e400]},"timestamp":"2"#), "\(answer.text)")
        #expect(try await api.get("/lists/l").at("version") == "1")
    }

    @Test(
        "each of the three says what was done",
        arguments: [
            ("select", "item.selected", "null"), ("deselect", "item.deselected", "null"),
            ("actions/mark.as_read-2", "item.action", "mark.as_read-2"),
        ])
    func types(path: String, type: String, action: String) async throws {
        let api = try await Self.api()
        for item in ["0-1", "@b", "%40b"] {
            let answer = try await api.send(.post, "/lists/l/items/\(item)/\(path)")
            #expect(answer.status == 202 && answer.at("type") == type && answer.at("action") == action && answer.at("item.id") == "b")
            #expect(answer.at("context") == "{}")
        }
    }

    @Test("an item of an older version is shown as it was, deleted since or moved, by index path and by id")
    func olderVersion() async throws {
        let api = try await Self.api()
        try await api.send(.post, "/lists/l/items/@b/move", body: #"{"to":[0,0]}"#)
        try await api.send(.put, "/lists/l/items/@a", body: "9")
        try await api.send(.delete, "/lists/l/items/@a")
        for target in ["0-0/select?at=1", "@a/select?at=1"] {
            let answer = try await api.send(.post, "/lists/l/items/\(target)")
            #expect(answer.status == 202 && answer.at("item.id") == "a" && answer.at("item.value") == "1" && answer.at("version") == "1")
            #expect(answer["list-version"] == "1" && answer["etag"] == "\"r1-0.0@a\"")
        }
        let moved = try await api.send(.post, "/lists/l/items/@a/select?at=3")
        #expect(moved.at("item.indexPath") == "[0,1]" && moved.at("item.revision") == "3" && moved["etag"] == "\"r3-0.1@a\"")
        #expect(try await api.send(.post, "/lists/l/items/@a/select").at("type") == "/problems/item-not-found")
        #expect(try await api.send(.post, "/lists/l/items/0-0/select").at("item.id") == "b")
    }

    @Test(
        "what is wrong is reported in the order of checks, and nothing is recorded",
        arguments: [
            ("/lists/l/items/0-0/select?at=0", "", [:], "400 bad-parameter"),
            ("/lists/l/items/0-0/select?at=x", "", [:], "400 bad-parameter"),
            ("/lists/l/items/0-0/select?limit=1", "", [:], "400 bad-parameter"),
            ("/lists/l/items/x/select", "", [:], "400 malformed-request"),
            ("/lists/-/items/0-0/select", "", [:], "400 malformed-request"),
            ("/lists/l/items/0-0/actions/a%20b", "", [:], "400 malformed-request"),
            ("/lists/l/items/0-0/actions/a%2Fb", "", [:], "400 malformed-request"),
            ("/lists/zz/items/0-0/select", "{", [:], "400 malformed-json"),
            ("/lists/l/items/0-0/select", "x=1", ["Content-Type": "application/x-www-form-urlencoded"], "415 unsupported-media-type"),
            ("/lists/zz/items/0-0/select", #"{"x":1}"#, ["If-Match": "\"v9\""], "404 list-not-found"),
            ("/lists/zz/items/0-0/select?at=1", "", [:], "404 list-not-found"),
            ("/lists/l/items/9-9/select", #"{"x":1}"#, ["If-Match": "\"v9\""], "404 item-not-found"),
            ("/lists/l/items/0-9999999999999999999999/select", "", [:], "404 item-not-found"),
            ("/lists/l/items/@zz/select?at=1", "", [:], "404 item-not-found"),
            ("/lists/l/items/0-0/select?at=2", #"{"x":1}"#, [:], "404 version-not-found"),
            ("/lists/l/items/0-0/select", #"{"x":1}"#, ["If-Match": "\"v9\""], "412 precondition-failed"),
            ("/lists/l/items/0-0/select", "", ["If-Match": "\"r1-0.0@a\""], "412 precondition-failed"),
            ("/lists/l/items/0-0/select", "", ["If-None-Match": "*"], "412 precondition-failed"),
            ("/lists/l/items/0-0/select", "", ["If-Match": "x"], "400 malformed-request"),
            ("/lists/l/items/0-0/select", #"{"x":1}"#, ["If-Match": "\"v1\""], "422 unknown-key"),
            ("/lists/l/items/0-0/select", #"{"context":[]}"#, [:], "422 invalid-value"),
        ] as [(String, String, [String: String], String)])
    func refusals(target: String, body: String, headers: [String: String], outcome: String) async throws {
        let api = try await Self.api { $0.limits.value = 100 }
        let answer = try await api.send(.post, target, headers, body: body)
        #expect("\(answer.status) \(answer.at("type")?.dropFirst("/problems/".count) ?? "")" == outcome, "\(answer.text)")
        #expect(try await api.get("/lists/l/interactions").at("interactions") == "[]")
        guard answer.status == 412 else { return }
        let list = try await api.get("/lists/l")
        #expect(answer.text.contains("\"current\":\(list.text)") && answer["etag"] == "\"v1\"" && answer["list-version"] == "1")
    }

    @Test("a context may be as large as a value, and a precondition that holds lets it pass")
    func sizes() async throws {
        let api = try await Self.api { $0.limits.value = 100 }
        func body(_ count: Int) -> String { #"{"context":{"a":""# + String(repeating: "x", count: count - 8) + #""}}"# }
        #expect(try await api.send(.post, "/lists/l/items/0-0/select", ["If-Match": "\"v1\""], body: body(100)).status == 202)
        #expect(try await api.send(.post, "/lists/l/items/0-0/select", body: body(101)).at("type") == "/problems/too-large")
    }

    @Test("a version that has left the history, or is of a list that was deleted, is 410")
    func gone() async throws {
        let api = try TestAPI(history: 1)
        try await api.send(.put, "/lists/l", body: "[1]")
        for value in 2...30 { try await api.send(.put, "/lists/l/items/0-0", body: "\(value)") }
        #expect(try await api.send(.post, "/lists/l/items/0-0/select?at=1").at("type") == "/problems/version-gone")
        try await api.send(.delete, "/lists/l")
        #expect(try await api.send(.post, "/lists/l/items/0-0/select?at=30").at("type") == "/problems/version-gone")
        #expect(try await api.send(.post, "/lists/l/items/0-0/select").at("type") == "/problems/list-not-found")
    }

    @Test("an interaction is done once under a key, whatever becomes of the list, and Prefer does not count")
    func once() async throws {
        let api = try await Self.api()
        let headers = ["Idempotency-Key": "k", "Prefer": "return=minimal"]
        let first = try await api.send(.post, "/lists/l/items/0-0/select", headers)
        #expect(first.status == 202 && first["preference-applied"] == nil && !first.bytes.isEmpty)
        try await api.send(.delete, "/lists/l/items/0-0")
        let again = try await api.send(.post, "/lists/l/items/0-0/select", headers)
        #expect(again.bytes == first.bytes && again["idempotency-replayed"] == "true" && again["etag"] == first["etag"])
        #expect(try await api.get("/lists/l/interactions").at("interactions.1") == nil)
    }

    @Test("pages follow each other to the end, and read back what was answered, byte for byte")
    func pages() async throws {
        let api = try await Self.api()
        var answers: [String] = []
        for number in 0..<150 {
            answers.append(try await api.send(.post, "/lists/l/items/@b/actions/a\(number)", body: #"{"context":{"n": 1.0}}"#).text)
        }
        #expect(
            try await api.get("/lists/l/interactions?limit=500").text
                == "{\"list\":\"l\",\"interactions\":[\(answers.joined(separator: ","))],\"next\":null}")
        var (read, after) = (0, "0" as String?)
        while let place = after {
            let page = try await api.get("/lists/l/interactions?limit=40&after=\(place)")
            let slice = answers[read..<min(read + 40, answers.count)]
            let next = read + 40 < answers.count ? "\(read + 40)" : "null"
            #expect(page.text == "{\"list\":\"l\",\"interactions\":[\(slice.joined(separator: ","))],\"next\":\(next)}")
            read += slice.count
            after = next == "null" ? nil : next
        }
        #expect(read == answers.count)
        #expect(try await api.get("/lists/l/interactions?after=150").text == #"{"list":"l","interactions":[],"next":null}"#)
        #expect(try await api.get("/lists/l/interactions?after=9223372036854775807").at("next") == "null")
        #expect(try await api.get("/lists/l/interactions?after=9223372036854775808").at("errors.0.parameter") == "after")
    }

    @Test("a page of large interactions closes early and goes on where it closed")
    func largePages() async throws {
        let api = try await Self.api()
        let body = #"{"context":{"a":""# + String(repeating: "x", count: 200_000) + #""}}"#
        for _ in 0..<60 { #expect(try await api.send(.post, "/lists/l/items/@b/select", body: body).status == 202) }
        var (sequences, after) = ([String](), "0")
        while after != "null" {
            let page = try await api.get("/lists/l/interactions?limit=500&after=\(after)")
            #expect(page.bytes.count < 9 << 20)
            sequences += (0..<60).compactMap { page.at("interactions.\($0).sequence") }
            after = page.at("next") ?? "null"
            if after != "null" { #expect(page.bytes.count > 8 << 20 && after == sequences.last) }
        }
        #expect(sequences == (1...60).map(String.init))
    }

    @Test("a page has a tag of its own, which changes with what it shows and not with the list's version")
    func validators() async throws {
        let api = try await Self.api()
        try await api.send(.post, "/lists/l/items/@b/select", body: #"{"context":{"a":""# + String(repeating: "x", count: 2_000) + #""}}"#)
        let page = try await api.get("/lists/l/interactions")
        let tag = try #require(page["etag"])
        #expect(tag.hasPrefix("\"i") && page["list-version"] == "1" && page["cache-control"] == "no-cache")
        #expect(page["vary"] == "Accept-Encoding, Accept-Cell-Types" && page["content-type"] == "application/json")
        let known = try await api.get("/lists/l/interactions", ["If-None-Match": tag])
        #expect(known.status == 304 && known["etag"] == tag && known["list-version"] == "1")
        #expect(try await api.get("/lists/l/interactions", ["Accept-Encoding": "gzip", "If-None-Match": "W/\(tag)"]).status == 304)
        let zipped = try await api.get("/lists/l/interactions", ["Accept-Encoding": "gzip"])
        #expect(zipped.status == 200 && zipped["content-encoding"] == "gzip" && zipped["etag"] == tag.dropLast() + "-gz\"")
        #expect(
            try await api.get("/lists/l/interactions", ["Accept-Encoding": "gzip", "If-None-Match": zipped["etag"] ?? ""]).status == 304)
        #expect(try await api.get("/lists/l/interactions", ["If-Match": zipped["etag"] ?? ""]).status == 200)
        let unmatched = try await api.get("/lists/l/interactions", ["If-Match": "\"v1\""])
        #expect(unmatched.status == 412 && unmatched.at("current.interactions.0.sequence") == "1")
        try await api.send(.put, "/lists/l/items/@a", body: "3")
        let later = try await api.get("/lists/l/interactions", ["If-None-Match": tag])
        #expect(later.status == 304 && later["list-version"] == "2")
        try await api.send(.post, "/lists/l/items/@b/select")
        #expect(try await api.get("/lists/l/interactions", ["If-None-Match": tag]).status == 200)
        #expect(try await api.send(.head, "/lists/l/interactions").status == 200)
    }

    @Test(
        "a place that is none is 400, a list that is none 404",
        arguments: [
            ("/lists/l/interactions?after=-1", 400), ("/lists/l/interactions?after=x", 400), ("/lists/l/interactions?after=01", 400),
            ("/lists/l/interactions?limit=0", 400), ("/lists/l/interactions?limit=501", 400), ("/lists/l/interactions?at=1", 400),
            ("/lists/l/interactions?after=1&after=2", 400), ("/lists/zz/interactions", 404), ("/lists/l/interactions?after=0", 200),
        ])
    func parameters(target: String, status: Int) async throws {
        let answer = try await Self.api().get(target)
        #expect(answer.status == status, "\(answer.text)")
        #expect(answer["vary"] == "Accept-Encoding, Accept-Cell-Types")
    }

    @Test("after an interaction that is older than what is kept it is 410; what is kept is read without a place")
    func expiry() async throws {
        let clock = TestClock(from: SystemSources.now)
        let api = try TestAPI(events: EventPolicy(interactionSeconds: 60), clock: clock)
        try await api.send(.put, "/lists/l", body: "[1]")
        for _ in 0..<3 { try await api.send(.post, "/lists/l/items/0-0/select") }
        clock.advance(seconds: 61)
        try await api.send(.post, "/lists/l/items/0-0/select")
        for after in ["0", "1", "2"] {
            let answer = try await api.get("/lists/l/interactions?after=\(after)")
            #expect(answer.status == 410 && answer.at("type") == "/problems/version-gone", "\(after): \(answer.text)")
        }
        for target in ["/lists/l/interactions", "/lists/l/interactions?after=3"] {
            #expect(try await api.get(target).at("interactions.0.sequence") == "4")
        }
    }
}
