/// What changes values, and batches.
extension RepeatedParts {
    /// A long array, and members beside it.
    private static let value =
        "{\"a\":[\(RepeatedPart.list(20_000) { _ in "0" })],\"b\":{},\"n\":1.\(String(repeating: "0", count: 50_000))}"

    static func patches(at target: String) -> [RepeatedPart] {
        func operations(_ name: String, _ count: Int, _ outcomes: Set<String>, _ operation: @escaping @Sendable (Int) -> String)
            -> RepeatedPart
        {
            .body(name, count, outcomes, at: target, type: "application/json-patch+json", before: { _ in [put(value: value)] }) {
                "[\(RepeatedPart.list($0, operation))]"
            }
        }
        return [
            .body("members", 4_000, ["200"], at: target, type: "application/merge-patch+json", before: { _ in [put()] }) {
                "{\(RepeatedPart.members($0))}"
            },
            .body("removed members", 4_000, ["200"], at: target, type: "application/merge-patch+json", before: { _ in [put()] }) {
                "{\(RepeatedPart.list($0) { "\"k\($0)\":null" })}"
            },
            operations("additions at a beginning", 4_000, ["200"]) { _ in #"{"op":"add","path":"/a/0","value":0}"# },
            operations("removals at a beginning", 4_000, ["200"]) { _ in #"{"op":"remove","path":"/a/0"}"# },
            operations("moves of a long array", 4_000, ["200", "409 patch-conflict"]) {
                $0 % 2 == 0 ? #"{"op":"move","from":"/a","path":"/b/a"}"# : #"{"op":"move","from":"/b/a","path":"/a"}"#
            },
            operations("copies of a long array", 400, ["413 too-large"]) { #"{"op":"copy","from":"/a","path":"/b/\#($0)"}"# },
            operations("tests of a long number", 4_000, ["413 too-large"]) { _ in #"{"op":"test","path":"/n","value":1}"# },
            operations("tests of a long array", 4_000, ["409 patch-conflict"]) { _ in #"{"op":"test","path":"/a","value":[]}"# },
            operations("replacements", 4_000, ["200"]) { _ in #"{"op":"replace","path":"/a/19999","value":0}"# },
            operations("members that come and go", 4_000, ["200", "409 patch-conflict"]) {
                $0 % 2 == 0 ? #"{"op":"add","path":"/b/x","value":0}"# : #"{"op":"remove","path":"/b/x"}"#
            },
            operations("operations too many", 10_001, ["422 limit-exceeded"]) { _ in #"{"op":"add","path":"/a/0","value":0}"# },
            .body(
                "segments of a pointer", 20_000, ["409 patch-conflict"], at: target, type: "application/json-patch+json",
                before: { _ in [put()] }
            ) {
                "[{\"op\":\"remove\",\"path\":\"\(String(repeating: "/a", count: $0))\"}]"
            },
        ]
    }

    static var batch: [RepeatedPart] {
        let target = "/lists/l/batch"
        func operations(
            _ name: String, _ count: Int, _ outcomes: Set<String> = ["200"], items: Int = 1, value: String = "{}",
            start: @escaping @Sendable (Int) -> String = { _ in "" }, _ operation: @escaping @Sendable (Int) -> String
        ) -> RepeatedPart {
            .body(name, count, outcomes, at: target, before: { _ in [put(items: items, value: value)] }) {
                "{\(start($0))\"operations\":[\(RepeatedPart.list($0, operation))]}"
            }
        }
        let copies = #"[{"op":"copy","from":"/a","path":"/b/x"},{"op":"copy","from":"/a","path":"/b/y"}]"#
        return [
            operations("insertions", 500) { #"{"op":"insertItem","section":"@s","item":{"id":"n\#($0)","value":0},"index":0}"# },
            operations("items of an insertion", 1) { _ in #"{"op":"insertItem","section":"@s","items":[{"value":0}]}"# },
            operations("updates of one item", 500) { #"{"op":"updateItem","item":"@a","value":\#($0)}"# },
            operations("updates", 500, items: 1_001) { #"{"op":"updateItem","item":"0-\#($0)","value":-1}"# },
            operations("deletions", 500, items: 1_001) { #"{"op":"deleteItem","item":"@i\#($0 + 1)"}"# },
            operations("moves", 500, items: 1_001) { #"{"op":"moveItem","item":"@i\#($0 + 1)","to":[1,0]}"# },
            operations("merges", 500) { #"{"op":"patchItem","item":"@a","merge":{"k\#($0 % 50)":\#($0)}}"# },
            operations("sections", 500) { #"{"op":"insertSection","section":{"id":"n\#($0)"},"index":0}"# },
            operations("moves of sections", 500) { #"{"op":"moveSection","section":"@s","index":\#($0 % 2)}"# },
            operations("changes of a section", 500) { #"{"op":"updateSection","section":"@s","merge":{"header":\#($0)}}"# },
            operations("sections that come and go", 500) {
                $0 % 2 == 0 ? #"{"op":"insertSection","section":{"id":"n"}}"# : #"{"op":"deleteSection","section":"@n"}"#
            },
            operations("names that are not there", 500, ["422 reference-not-found"], start: { _ in "" }) {
                #"{"op":"deleteItem","item":"@x\#($0)"}"#
            },
            operations("unknown operations", 4_000, ["422 invalid-value"]) { #"{"op":"x\#($0)"}"# },
            operations("unknown keys before operations", 1_000, ["422 unknown-key"], start: { RepeatedPart.members(8 * $0) + "," }) { _ in
                #"{"op":"deleteItem","item":"@a"}"#
            },
            operations("operations too many", 10_001, ["422 limit-exceeded"]) { _ in #"{"op":"deleteItem","item":"@a"}"# },
            operations("copies", 100, ["413 too-large"], value: value) { _ in #"{"op":"patchItem","item":"@a","patch":\#(copies)}"# },
        ]
    }
}
