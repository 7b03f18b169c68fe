import Ports

/// Something that a client may send as often as it likes in one request.
struct RepeatedPart: Sendable {
    struct Message: Sendable {
        var target: String
        var headers: [(name: String, value: String)] = []
        var body: String?
    }

    let name: String
    /// How many there are in the smaller request; the larger one has twice as many.
    let count: Int
    /// What answers it: a status, and of a problem the slug.
    let outcomes: Set<String>
    /// The requests that come before, which are not measured.
    let before: @Sendable (Int) -> [(method: String, message: Message)]
    let message: @Sendable (Int) -> Message

    init(
        _ name: String, _ count: Int, _ outcomes: Set<String>,
        before: @escaping @Sendable (Int) -> [(method: String, message: Message)] = { _ in [] },
        _ message: @escaping @Sendable (Int) -> Message
    ) {
        self.name = name
        self.count = count
        self.outcomes = outcomes
        self.before = before
        self.message = message
    }

    /// A part of a JSON body.
    static func body(
        _ name: String, _ count: Int, _ outcomes: Set<String>, at target: String, type: String = "application/json",
        before: @escaping @Sendable (Int) -> [(method: String, message: Message)] = { _ in [] },
        _ body: @escaping @Sendable (Int) -> String
    ) -> RepeatedPart {
        RepeatedPart(name, count, outcomes, before: before) {
            Message(target: target, headers: [("Content-Type", type)], body: body($0))
        }
    }

    /// Members that nobody knows.
    static func unknownKeys(at target: String) -> RepeatedPart {
        body("unknown keys", 4_000, ["422 unknown-key", "413 too-large"], at: target) { "{\(Self.members($0))}" }
    }

    static func members(_ count: Int) -> String { list(count) { "\"k\($0)\":0" } }

    static func list(_ count: Int, _ element: (Int) -> String) -> String { (0..<count).map(element).joined(separator: ",") }

    /// What goes into the line and the headers of any request.
    static func heads(of target: String) -> [RepeatedPart] {
        let query = target.contains("?") ? "&" : "?"
        func header(_ name: String, _ count: Int, _ line: @escaping @Sendable (Int) -> [(String, String)]) -> RepeatedPart {
            RepeatedPart(name, count, []) { Message(target: target, headers: line($0).map { (name: $0.0, value: $0.1) }) }
        }
        return [
            RepeatedPart("parameters", 1_000, ["400 bad-parameter", "404 not-found", "200"]) { count in
                Message(target: target + query + (0..<count).map { String($0, radix: 36) + "&" }.joined())
            },
            RepeatedPart("a parameter", 400, ["400 bad-parameter", "404 not-found", "200"]) { count in
                Message(target: target + query + String(repeating: "limit=1&", count: count))
            },
            header("header lines", 500) { (0..<$0).map { _ in ("X", "1") } },
            header("tags", 400) { [("If-None-Match", list($0) { "\"v\($0)\"" })] },
            header("weak tags", 400) { [("If-Match", list($0) { "W/\"\($0)\"" })] },
            header("media types", 600) { [("Accept", list($0) { _ in "a/b;q=1" } + ",*/*")] },
            header("encodings", 600) { [("Accept-Encoding", list($0) { _ in "br;q=1" })] },
            header("cell types", 600) { [("Accept-Cell-Types", list($0) { "Type\($0)" })] },
            header("preferences", 600) { [("Prefer", list($0) { _ in "a=\"b\"" })] },
            header("event ids", 4_000) { [("Last-Event-ID", String(repeating: "A", count: $0))] },
            header("combining characters in what is accepted", 1_700) {
                [("Accept", String(repeating: "\u{301}\u{327}", count: $0))]
            },
            header("combining characters in an encoding", 1_700) {
                [("Accept-Encoding", String(repeating: "\u{301}\u{327}", count: $0))]
            },
            header("forwarded addresses", 700) { [("X-Forwarded-For", list($0) { _ in "1.2.3.4" })] },
        ]
    }
}
