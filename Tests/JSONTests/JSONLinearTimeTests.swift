import JSON
import Lists
import Testing

/// Documents of sizes at which anything but linear time would take hours; the time limit is there to end such a run.
@Suite("Time to read JSON", .timeLimit(.minutes(5)))
struct JSONLinearTimeTests {
    private static let count = 200_000

    private func repeated(_ text: (Int) -> String, from open: String, to close: String) -> String {
        open + (0..<Self.count).map(text).joined(separator: ",") + close
    }

    @Test("long documents of every make are read whole")
    func long() throws {
        let documents = [
            repeated({ "\"k\($0)\":{\"\\u0061\":1}" }, from: "{\"\\u0062\":1,", to: "}"),
            repeated({ "\"\\u006b\($0)\":0" }, from: "{", to: "}"),
            repeated({ _ in "{\"a\":[],\"b\":{}}" }, from: "[", to: "]"), repeated({ _ in "[[[[[[[[]]]]]]]]" }, from: "[", to: "]"),
            "\"" + String(repeating: "\\\"\\u00e9é", count: Self.count) + "\"", "[" + String(repeating: " \n", count: Self.count * 5) + "]",
            String(repeating: "1", count: Self.count * 5),
        ]
        for document in documents {
            let value = try JSONText(validating: document)
            #expect(try JSONText(validating: value.text) == value)
        }
    }

    @Test("a wide merge patch over a wide object is applied")
    func mergePatch() throws {
        let target = try JSONText(validating: repeated({ "\"k\($0)\":1" }, from: "{", to: "}"))
        let patch = try JSONText(validating: repeated({ "\"k\(Self.count - 1 - $0)\":\($0 % 2 == 0 ? "null" : "2")" }, from: "{", to: "}"))
        let merged = try MergePatch(patch).applied(to: target)
        #expect(merged.text.hasPrefix("{\"k0\":2,\"k2\":2,"))
        #expect(merged.text.utf8.count { $0 == UInt8(ascii: ":") } == Self.count / 2)
    }
}
