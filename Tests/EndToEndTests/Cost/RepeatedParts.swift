/// The parts of each route's requests that may be repeated.
enum RepeatedParts {
    typealias Message = RepeatedPart.Message

    private static let item = "/lists/l/items/@a"
    private static let patch = "application/json-patch+json"
    private static let merge = "application/merge-patch+json"
    private static let lines = "application/x-ndjson"

    /// The target of each route, and the parts of its bodies.
    static let all: [String: (target: String, bodies: [RepeatedPart])] = [
        "GET /": ("/", []), "GET /ui/{file}": ("/ui/main.js", []), "GET /me": ("/me", []),
        "GET /healthz": ("/healthz", []), "GET /readyz": ("/readyz", []),
        "GET /metrics": ("/metrics", []),
        "GET /openapi.yaml": ("/openapi.yaml", []), "GET /openapi.json": ("/openapi.json", []),
        "GET /problems/{slug}": ("/problems/not-found", []),
        "GET /lists": ("/lists", []), "GET /lists/{list}": ("/lists/l", []), "PUT /lists/{list}": ("/lists/n", lists + [typedItems]),
        "PATCH /lists/{list}": ("/lists/l", metadata(at: "/lists/l")), "DELETE /lists/{list}": ("/lists/none", []),
        "GET /lists/{list}/export": ("/lists/l/export", []), "GET /lists/{list}/geometry": ("/lists/l/geometry", []),
        "GET /lists/{list}/sections": ("/lists/l/sections", []),
        "GET /lists/{list}/changes": ("/lists/l/changes?since=0", []), "GET /lists/{list}/versions": ("/lists/l/versions", []),
        "GET /lists/{list}/view": ("/lists/l/view", []), "GET /lists/{list}/search": ("/lists/l/search?q=a", []),
        "GET /lists/{list}/events": ("/lists/none/events", []), "GET /events": ("/events?lists=", []),
        "POST /lists/{list}/batch": ("/lists/l/batch", RepeatedParts.batch),
        "POST /lists/{list}/revert": ("/lists/l/revert", [.unknownKeys(at: "/lists/l/revert")]),
        "POST /lists/{list}/sections": ("/lists/l/sections", [.unknownKeys(at: "/lists/l/sections"), sectionItems]),
        "GET /lists/{list}/sections/{section}": ("/lists/l/sections/@s", []),
        "PATCH /lists/{list}/sections/{section}": ("/lists/l/sections/@s", metadata(at: "/lists/l/sections/@s")),
        "DELETE /lists/{list}/sections/{section}": ("/lists/l/sections/@none", []),
        "POST /lists/{list}/sections/{section}/move": ("/lists/l/sections/@s/move", [.unknownKeys(at: "/lists/l/sections/@s/move")]),
        "GET /lists/{list}/sections/{section}/items": ("/lists/l/sections/@s/items", []),
        "POST /lists/{list}/sections/{section}/items": (
            "/lists/l/sections/@s/items", [.unknownKeys(at: "/lists/l/sections/@s/items")] + items
        ),
        "GET /lists/{list}/items": ("/lists/l/items", []), "GET /lists/{list}/items/{item}": (item, []),
        "PUT /lists/{list}/items/{item}": (item, values(at: item)), "PATCH /lists/{list}/items/{item}": (item, patches(at: item)),
        "DELETE /lists/{list}/items/{item}": ("/lists/l/items/@none", []),
        "POST /lists/{list}/items/{item}/move": (
            item + "/move",
            [
                .unknownKeys(at: item + "/move"),
                .body("indexes", 4_000, ["422 invalid-value", "413 too-large"], at: item + "/move") {
                    "{\"to\":[\(RepeatedPart.list($0) { "\($0)" })]}"
                },
            ]
        ),
        "POST /lists/{list}/items/{item}/select": (item + "/select", context(at: item + "/select")),
        "POST /lists/{list}/items/{item}/deselect": (item + "/deselect", context(at: item + "/deselect")),
        "POST /lists/{list}/items/{item}/actions/{name}": (item + "/actions/x", context(at: item + "/actions/x")),
        "GET /lists/{list}/interactions": ("/lists/l/interactions", []),
        "GET /items/{indexPath}": ("/items/0-0?list=l", []),
        "PUT /items/{indexPath}": ("/items/0-0?list=l", values(at: "/items/0-0?list=l")),
        "PATCH /items/{indexPath}": ("/items/0-0?list=l", patches(at: "/items/0-0?list=l")),
        "GET /cell-types": ("/cell-types", []), "GET /cell-types/{type}": ("/cell-types/none", []),
        "GET /cell-types/{type}/uses": ("/cell-types/none/uses", []),
        "PUT /cell-types/{type}": ("/cell-types/none", cellTypes), "DELETE /cell-types/{type}": ("/cell-types/none", []),
        "GET /webhooks": ("/webhooks", []), "POST /webhooks": ("/webhooks", webhook(at: "/webhooks")),
        "GET /webhooks/{id}": ("/webhooks/none", []), "PATCH /webhooks/{id}": ("/webhooks/none", webhook(at: "/webhooks/none")),
        "DELETE /webhooks/{id}": ("/webhooks/none", []), "POST /webhooks/{id}/test": ("/webhooks/none/test", nothing(at: "test")),
        "POST /webhooks/{id}/rotate-secret": ("/webhooks/none/rotate-secret", nothing(at: "rotate-secret")),
        "POST /webhooks/{id}/enable": ("/webhooks/none/enable", nothing(at: "enable")),
        "POST /webhooks/{id}/disable": ("/webhooks/none/disable", nothing(at: "disable")),
        "GET /webhooks/{id}/deliveries": ("/webhooks/none/deliveries", []),
        "GET /webhooks/{id}/deliveries/{delivery}": ("/webhooks/none/deliveries/x", []),
        "POST /webhooks/{id}/deliveries/{delivery}/retry": ("/webhooks/none/deliveries/x/retry", nothing(at: "deliveries/x/retry")),
        "POST /webhooks/{id}/replay": ("/webhooks/none/replay", nothing(at: "replay")),
    ]

    private static let cellTypes: [RepeatedPart] = [
        .unknownKeys(at: "/cell-types/repeated"),
        .body("properties", 1_000, ["200", "201", "422 unsupported-schema"], at: "/cell-types/repeated") {
            "{\"schema\":{\"properties\":{\(RepeatedPart.list($0) { "\"k\($0)\":{\"type\":\"string\"}" })}}}"
        },
        .body("references", 1_000, ["200", "201", "422 unsupported-schema"], at: "/cell-types/repeated") {
            "{\"schema\":{\"allOf\":[\(RepeatedPart.list($0) { _ in "{\"$ref\":\"#/$defs/a\"}" })],\"$defs\":{\"a\":{\"type\":\"string\"}}}}"
        },
    ]

    /// Items that do not match their type.
    private static var typedItems: RepeatedPart {
        let type = Message(
            target: "/cell-types/typed", headers: [("Content-Type", "application/json")], body: "{\"schema\":{\"type\":\"string\"}}")
        return .body(
            "items that do not match", 2_000, ["422 value-does-not-match-type"], at: "/lists/n", before: { _ in [("PUT", type)] }
        ) {
            "{\"sections\":[{\"items\":[\(RepeatedPart.list($0) { _ in "{\"type\":\"typed\",\"value\":0}" })]}]}"
        }
    }

    /// Makes the list that the requests are about.
    static func put(_ list: String = "l", items: Int = 1, value: String = "{}") -> (method: String, message: Message) {
        let others = (1..<max(1, items)).map { ",{\"id\":\"i\($0)\",\"value\":\($0)}" }.joined()
        let section = "{\"id\":\"s\",\"items\":[{\"id\":\"a\",\"value\":\(value)}\(others)]}"
        let body = "{\"sections\":[\(section),{\"id\":\"t\"}]}"
        return ("PUT", Message(target: "/lists/\(list)", headers: [("Content-Type", "application/json")], body: body))
    }

    private static func metadata(at target: String) -> [RepeatedPart] {
        [
            .unknownKeys(at: target),
            .body("metadata", 4_000, ["422 limit-exceeded", "413 too-large"], at: target, before: { _ in [put()] }) {
                "{\"metadata\":{\(RepeatedPart.members($0))}}"
            },
        ]
    }

    private static func context(at target: String) -> [RepeatedPart] {
        [
            .unknownKeys(at: target),
            .body("context", 4_000, ["202"], at: target, before: { _ in [put()] }) { "{\"context\":{\(RepeatedPart.members($0))}}" },
        ]
    }

    private static func nothing(at path: String) -> [RepeatedPart] {
        let target = "/webhooks/none/\(path)"
        return [
            .body("unknown keys", 4_000, ["404 webhook-not-found", "413 too-large"], at: target) { "{\(RepeatedPart.members($0))}" }
        ]
    }

    private static func webhook(at target: String) -> [RepeatedPart] {
        let outcomes: Set = ["422 limit-exceeded", "422 invalid-value", "422 unknown-key", "404 webhook-not-found", "413 too-large", "201"]
        let start = "{\"url\":\"https://example.com/\""
        return [
            .body("unknown keys", 4_000, outcomes, at: target) { "\(start),\(RepeatedPart.members($0))}" },
            .body("patterns", 4_000, outcomes, at: target) { "\(start),\"lists\":[\(RepeatedPart.list($0) { "\"list-\($0)-*\"" })]}" },
            .body("equal patterns", 4_000, outcomes, at: target) { "\(start),\"lists\":[\(RepeatedPart.list($0) { _ in "\"l*\"" }),0]}" },
            .body("events", 4_000, outcomes, at: target) { "\(start),\"events\":[\(RepeatedPart.list($0) { _ in "\"item.action\"" }),0]}" },
        ]
    }

    private static func values(at target: String) -> [RepeatedPart] {
        [
            .body("keys", 4_000, ["200"], at: target, before: { _ in [put()] }) { "{\(RepeatedPart.members($0))}" },
            .body("escaped keys", 4_000, ["200"], at: target, before: { _ in [put()] }) {
                "{\(RepeatedPart.list($0) { "\"\\u006b\($0)\":0" })}"
            },
            .body("elements", 10_000, ["200"], at: target, before: { _ in [put()] }) { "[\(RepeatedPart.list($0) { _ in "[]" })]" },
            .body("combining characters in a key", 20_000, ["200"], at: target, before: { _ in [put()] }) {
                "{\"\(String(repeating: "\u{301}\u{327}", count: $0))\":0}"
            },
        ]
    }
}
