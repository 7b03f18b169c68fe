import JSON
import Lists
import TestSupport
import Testing

@Suite("Merge patches")
struct MergePatchTests {
    private func merge(_ target: String, _ patch: String) throws -> String {
        try MergePatch(JSONText(validating: patch)).applied(to: JSONText(validating: target)).text
    }

    @Test(
        "the examples of RFC 7396, appendix A",
        arguments: [
            (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
            (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
            (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#), (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
            (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#), (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
            (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
            (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
            (#"{"a":"foo"}"#, "null", "null"), (#"{"a":"foo"}"#, #""bar""#, #""bar""#), (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
            ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#), ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        ])
    func examples(target: String, patch: String, result: String) throws {
        #expect(try merge(target, patch) == result)
    }

    @Test(
        "what a patch does not touch keeps its text and its place; new members go last",
        arguments: [
            (
                #"{"z":1.0,"n":1e400,"i":12345678901234567890,"s":"\u0041","a":1}"#, #"{"a":2,"new":1.50,"i2":0.0}"#,
                #"{"z":1.0,"n":1e400,"i":12345678901234567890,"s":"\u0041","a":2,"new":1.50,"i2":0.0}"#
            ),
            (#"{"\u0061":1,"b":2}"#, #"{"a":3}"#, #"{"\u0061":3,"b":2}"#), (#"{"a":1,"b":2}"#, #"{"\u0061":3}"#, #"{"a":3,"b":2}"#),
            (#"{"a":1,"b":2}"#, #"{"\u0061":null}"#, #"{"b":2}"#), (#"{"b":2}"#, #"{"\u0061":3}"#, #"{"b":2,"\u0061":3}"#),
            (#"{"b":{"y":1,"x":2},"a":0}"#, #"{"b":{"x":3,"w":4}}"#, #"{"b":{"y":1,"x":3,"w":4},"a":0}"#),
            (#"{"a":1,"b":2,"c":3}"#, #"{"c":null,"a":null}"#, #"{"b":2}"#),
            (#"{"a":1}"#, #"{"x":[null,{"y":null}]}"#, #"{"a":1,"x":[null,{"y":null}]}"#),
            (#"{"a":[1,2]}"#, #"{"a":{"b":null,"c":{"d":null,"e":1}}}"#, #"{"a":{"c":{"e":1}}}"#), ("1", "{}", "{}"),
            ("[]", #"{"a":null}"#, "{}"),
            (#"{"a":1}"#, "{}", #"{"a":1}"#), (#"{"a":1.0}"#, #"{"a":1}"#, #"{"a":1}"#), (#"{"a":{}}"#, #"{"a":{"b":null}}"#, #"{"a":{}}"#),
            ("{\"é\":1}", "{\"e\u{301}\":2}", "{\"é\":1,\"e\u{301}\":2}"), (#"{"":1}"#, #"{"":{"":2}}"#, #"{"":{"":2}}"#),
        ])
    func verbatim(target: String, patch: String, result: String) throws {
        #expect(Array(try merge(target, patch).utf8) == Array(result.utf8))
    }

    @Test("a patch as deep as a value may be is applied, and the result is a value")
    func depth() throws {
        let deep = String(repeating: #"{"a":"#, count: 511) + #"{"x":1}"# + String(repeating: "}", count: 511)
        let patch = deep.replacing(#""x":1"#, with: #""y":2,"x":null"#)
        let merged = try merge(deep, patch)
        #expect(merged == deep.replacing(#""x":1"#, with: #""y":2"#))
        #expect(try merge("0", patch) == merged)
        _ = try JSONText(validating: merged)
    }

    @Test("a patch that is deeper than a value may be is refused, whatever it is nested in", arguments: ["{\"a\":", "["])
    func tooDeep(opening: String) throws {
        let objects = String(repeating: #"{"a":"#, count: 300)
        let patch = objects + String(repeating: opening, count: 213)
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONReader.read(patch.utf8.span) { reader throws(JSONSyntaxError) in try MergePatch(reading: &reader) }
        }
        #expect(error?.message == "a value is nested deeper than 512")
        #expect(error?.offset == patch.utf8.count - opening.utf8.count)
    }

    @Test("random patches do what the definition in RFC 7396 says of trees")
    func model() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for round in 0..<2_000 {
            let target = JSONModel.random(depth: 3, using: &random)
            var patch = JSONModel.random(depth: 3, using: &random)
            if case .object(let members) = target, case .object(let others) = patch {
                let shared = members.filter { _ in Bool.random(using: &random) }
                    .map { (key: $0.key, value: Bool.random(using: &random) ? .text("null") : JSONModel.random(depth: 2, using: &random)) }
                patch = .object(shared + others.filter { other in !shared.contains { $0.key.utf8.elementsEqual(other.key.utf8) } })
            }
            let expected = Self.merge(target, patch)
            #expect(Array(try merge(target.compact, patch.compact).utf8) == Array(expected.compact.utf8), "seed \(seed), round \(round)")
        }
    }

    @Test("a patch of any number of members finds its keys, however either side writes them", arguments: [1, 7, 8, 9, 30, 64, 65, 200])
    func keys(count: Int) throws {
        func object(_ key: (Int) -> String, _ value: (Int) -> String) -> String {
            "{" + (0..<count).map { "\"\(key($0))\":\(value($0))" }.joined(separator: ",") + "}"
        }
        let (plain, escaped) = ({ (index: Int) in "k\(index)" }, { (index: Int) in "\\u006b\(index)" })
        for (target, patch) in [(plain, plain), (plain, escaped), (escaped, plain), (escaped, escaped)] {
            let merged = try merge(object(target) { "\($0)" }, object(patch) { "\(-$0 - 1)" })
            #expect(merged == object(target) { "\(-$0 - 1)" })
        }
    }

    /// The pseudocode of RFC 7396, section 2, over keys as they are written; random keys are unique also when unescaped.
    private static func merge(_ target: JSONModel?, _ patch: JSONModel) -> JSONModel {
        guard case .object(let changes) = patch else { return patch }
        var members: [(key: String, value: JSONModel)] = []
        if case .object(let old)? = target { members = old }
        for (key, change) in changes {
            let place = members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
            if change == .text("null") {
                if let place { members.remove(at: place) }
            } else if let place {
                members[place].value = merge(members[place].value, change)
            } else {
                members.append((key, merge(nil, change)))
            }
        }
        return .object(members)
    }
}
