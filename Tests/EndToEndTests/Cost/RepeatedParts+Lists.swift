/// What makes and changes lists, sections and many items.
extension RepeatedParts {
    static var lists: [RepeatedPart] {
        let made: Set = ["200", "201"]
        func list(_ name: String, _ count: Int, type: String = "application/json", _ body: @escaping @Sendable (Int) -> String)
            -> RepeatedPart
        {
            .body(name, count, made, at: "/lists/n", type: type, before: { _ in [("DELETE", Message(target: "/lists/n"))] }, body)
        }
        /// The second of two contents, of which nothing stands where it stood.
        func replacing(_ name: String, _ count: Int, type: String = "application/json", _ body: @escaping @Sendable (Int, Bool) -> String)
            -> RepeatedPart
        {
            .body(
                name, count, made, at: "/lists/n", type: type,
                before: { count in
                    [
                        ("DELETE", Message(target: "/lists/n")),
                        ("PUT", Message(target: "/lists/n", headers: [("Content-Type", "application/json")], body: body(count, false))),
                    ]
                }, { body($0, true) })
        }
        return [
            .unknownKeys(at: "/lists/n"),
            list("values", 2_000) { "[\(RepeatedPart.list($0) { "\($0)" })]" },
            list("equal values", 2_000) { "[\(RepeatedPart.list($0) { _ in "0" })]" },
            list("sections", 1_000) { "[\(RepeatedPart.list($0) { "[\($0)]" })]" },
            list("items with ids and types", 1_000) {
                "{\"sections\":[{\"items\":[\(RepeatedPart.list($0) { "{\"id\":\"i\($0)\",\"type\":\"T\($0)\",\"value\":0}" })]}]}"
            },
            list("lines", 1_000, type: "application/x-ndjson") { (0..<$0).map { "{\"item\":{\"value\":\($0)}}\n" }.joined() },
            list("empty lines", 40_000, type: "application/x-ndjson") { "{\"item\":{\"value\":0}}" + String(repeating: "\n", count: $0) },
            replacing("values in the opposite order", 1_500) { count, isSecond in
                "[\(RepeatedPart.list(count) { "\(isSecond ? count - $0 : $0)" })]"
            },
            replacing("sections of equal values", 6) { count, isSecond in
                "[\(RepeatedPart.list(count) { _ in "[\(isSecond),\(RepeatedPart.list(1_000) { _ in "0" }),\(isSecond)]" })]"
            },
            replacing("sections in the opposite order", 600) { count, isSecond in
                "[\(RepeatedPart.list(count) { "[\(isSecond ? count - $0 : $0)]" })]"
            },
        ]
    }

    static var sectionItems: RepeatedPart {
        .body("items", 1_000, ["201"], at: "/lists/l/sections", before: { _ in [put()] }) {
            "{\"section\":{\"items\":[\(RepeatedPart.list($0) { "{\"value\":\($0)}" })]}}"
        }
    }

    static var items: [RepeatedPart] {
        let target = "/lists/l/sections/@s/items"
        return [
            .body("items", 1_000, ["201"], at: target, before: { _ in [put()] }) {
                "{\"items\":[\(RepeatedPart.list($0) { "{\"id\":\"n\($0)\",\"value\":\($0)}" })],\"index\":0}"
            },
            .body("items with one id", 1_000, ["422 invalid-value"], at: target, before: { _ in [put()] }) {
                "{\"items\":[\(RepeatedPart.list($0) { _ in "{\"id\":\"n\",\"value\":0}" })]}"
            },
            .body("types", 1_000, ["201"], at: target, before: { _ in [put()] }) {
                "{\"items\":[\(RepeatedPart.list($0) { "{\"type\":\"T\($0)\",\"value\":0}" })]}"
            },
        ]
    }
}
