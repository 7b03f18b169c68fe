import JSON
import Lists
import Testing

@Suite("Keys of JSON objects")
struct JSONKeyTests {
    @Test("a key that stands twice is found among few and among many", arguments: [2, 15, 16, 17, 18, 33, 100_000])
    func duplicates(count: Int) throws {
        let keys = (0..<count).map { "\"key \($0)\":\($0)" }
        let good = "{" + keys.joined(separator: ",") + "}"
        #expect(try JSONText(validating: good).text == good)
        for twice in [0, count / 2, count - 1] {
            for again in ["\"key \(twice)\":0", "\"\\u006bey \(twice)\":0"] {
                #expect(throws: JSONSyntaxError.self) { try JSONText(validating: "{" + keys.joined(separator: ",") + "," + again + "}") }
                #expect(throws: JSONSyntaxError.self) { try JSONText(validating: "{" + again + "," + keys.joined(separator: ",") + "}") }
            }
        }
    }

    @Test("large objects within large objects don't mix their keys up")
    func nesting() throws {
        func object(_ depth: Int) -> String {
            let keys = (0..<20).map { "\"\\u006b\($0)\":\($0 == 10 && depth > 0 ? object(depth - 1) : "1")" }
            return "{" + keys.joined(separator: ",") + "}"
        }
        let text = object(50)
        #expect(try JSONText(validating: text).text == text)
        let inner = object(0)
        let broken = inner.replacing("b19", with: "b3")
        #expect(throws: JSONSyntaxError.self) { try JSONText(validating: text.replacing(inner, with: broken)) }
    }

    @Test("the second of two equal keys is the one that is named, in a large object too")
    func place() throws {
        let keys = (0..<100).map { "\"\($0)\":0" }.joined(separator: ",\n")
        do {
            _ = try JSONText(validating: "{" + keys + ",\n\"\\u0035\":0}")
            Issue.record("the key 5 stands twice")
        } catch {
            #expect((error.line, error.column) == (101, 1))
        }
    }
}
