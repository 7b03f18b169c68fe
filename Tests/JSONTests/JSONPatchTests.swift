import JSON
import Testing
@testable import Lists

@Suite("JSON patches")
struct JSONPatchTests {
    private static func outcome(_ patch: String, _ value: String, limit: Int = 1 << 18) throws -> Result<String, JSONPatchError> {
        let (patch, value) = (try JSONText(validating: patch), try JSONText(validating: value))
        return Result { () throws(JSONPatchError) in try JSONPatch(patch).applied(to: value, limit: limit).text }
    }

    @Test(
        "do what RFC 6902 says, and leave all else as it was written",
        arguments: [
            (#"[]"#, #"{"b":1.0,"a":1e400}"#, #"{"b":1.0,"a":1e400}"#),
            (#"[{"op":"add","path":"/baz","value":"qux"}]"#, #"{"foo":1.0}"#, #"{"foo":1.0,"baz":"qux"}"#),
            (#"[{"op":"add","path":"/foo/1","value":"qux"}]"#, #"{"foo":["bar","baz"]}"#, #"{"foo":["bar","qux","baz"]}"#),
            (#"[{"op":"add","path":"/foo/-","value":[1.50]}]"#, #"{"foo":[]}"#, #"{"foo":[[1.50]]}"#),
            (#"[{"op":"add","path":"/b","value":9}]"#, #"{"a":1,"\u0062":2,"c":3}"#, #"{"a":1,"\u0062":9,"c":3}"#),
            (#"[{"op":"add","path":"","value":[1]}]"#, #"{"a":1}"#, "[1]"),
            (#"[{"op":"remove","path":"/baz"}]"#, #"{"baz":1,"foo":12345678901234567890}"#, #"{"foo":12345678901234567890}"#),
            (#"[{"op":"remove","path":"/1"}]"#, "[1,2,3.00]", "[1,3.00]"),
            (#"[{"op":"replace","path":"/a/0","value":null}]"#, #"{"z":"\u0041","a":[0]}"#, #"{"z":"\u0041","a":[null]}"#),
            (#"[{"op":"replace","path":"","value":7.0}]"#, "[]", "7.0"),
            (#"[{"op":"move","from":"/a/x","path":"/b/y"}]"#, #"{"a":{"w":1,"x":2.0},"b":{}}"#, #"{"a":{"w":1},"b":{"y":2.0}}"#),
            (#"[{"op":"move","from":"/1","path":"/3"}]"#, #"["a","b","c","d"]"#, #"["a","c","d","b"]"#),
            (#"[{"op":"move","from":"/a","path":"/a"}]"#, #"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#),
            (#"[{"op":"move","from":"/a/b","path":"/a"}]"#, #"{"a":{"b":2}}"#, #"{"a":2}"#),
            (#"[{"op":"copy","from":"","path":"/a"}]"#, #"{"b":1.0}"#, #"{"b":1.0,"a":{"b":1.0}}"#),
            (#"[{"op":"copy","from":"/a","path":"/b"},{"op":"replace","path":"/b/0","value":2}]"#, #"{"a":[1]}"#, #"{"a":[1],"b":[2]}"#),
            (#"[{"op":"add","path":"/m~1n~0","value":1}]"#, #"{"m/n~":0}"#, #"{"m/n~":1}"#),
            (#"[{"op":"add","path":"/","value":1}]"#, "{}", #"{"":1}"#),
            (#"[{"op":"remove","path":"/a"},{"op":"add","path":"/a","value":3}]"#, #"{"a":1,"b":2}"#, #"{"b":2,"a":3}"#),
            (#"[{"spurious":1,"op":"remove","path":"/a","from":5}]"#, #"{"a":1}"#, "{}"),
        ])
    func operations(patch: String, value: String, expected: String) throws {
        #expect(try Self.outcome(patch, value) == .success(expected))
    }

    @Test(
        "test compares numbers by worth, strings by characters and objects in any order",
        arguments: [
            ("1", "1.0", true), ("1e2", "100", true), ("-0", "0.0e5", true), ("1e400", "10E+399", true), ("0.10", "1e-1", true),
            ("1", "-1", false), ("12", "1.2", false), ("1e99999999999999999999", "1e99999999999999999999", true), ("1", #""1""#, false),
            (#""\u0041""#, #""A""#, true), (#""é""#, "\"e\u{301}\"", false), (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"\u0061":1}"#, true),
            (#"{"a":1}"#, #"{"a":1,"b":null}"#, false), ("[1,2]", "[2,1]", false), ("null", "false", false), ("[]", "{}", false),
            ("12345678901234567890", "12345678901234567891", false), ("100", "1", false),
        ])
    func equality(left: String, right: String, isEqual: Bool) throws {
        for (value, expected) in [(left, right), (right, left)] {
            let outcome = try Self.outcome(#"[{"op":"test","path":"/v","value":\#(expected)}]"#, #"{"v":\#(value)}"#)
            if isEqual { #expect(outcome == .success(#"{"v":\#(value)}"#)) } else { #expect(Self.code(outcome) == .conflict) }
        }
    }

    private static func code(_ outcome: Result<String, JSONPatchError>) -> JSONPatchError.Code? {
        guard case .failure(let error) = outcome else { return nil }
        return error.code
    }

    @Test(
        "fail as a whole where a path leads nowhere, and say which operation it is",
        arguments: [
            (#"[{"op":"remove","path":"/b"}]"#, 0), (#"[{"op":"add","path":"/x","value":1},{"op":"replace","path":"/b","value":1}]"#, 1),
            (#"[{"op":"add","path":"/b/c","value":1}]"#, 0), (#"[{"op":"add","path":"/a/3","value":1}]"#, 0),
            (#"[{"op":"add","path":"/a/01","value":1}]"#, 0), (#"[{"op":"remove","path":"/a/-"}]"#, 0),
            (#"[{"op":"add","path":"/a/1e0","value":1}]"#, 0), (#"[{"op":"copy","from":"/b","path":"/c"}]"#, 0),
            (#"[{"op":"move","from":"/a/2","path":"/c"}]"#, 0), (#"[{"op":"add","path":"/a/0/x","value":1}]"#, 0),
            (#"[{"op":"test","path":"/b","value":null}]"#, 0), (#"[{"op":"remove","path":"/a/99999999999999999999"}]"#, 0),
        ])
    func conflicts(patch: String, operation: Int) throws {
        guard case .failure(let error) = try Self.outcome(patch, #"{"a":[1,2]}"#) else {
            Issue.record("\(patch) went through")
            return
        }
        #expect(error.code == .conflict && error.operation == operation, "\(error)")
    }

    @Test(
        "are refused where they are none",
        arguments: [
            "{}", "1", "[1]", #"[{"op":"add","path":"/a"}]"#, #"[{"op":"spam","path":"/a"}]"#, #"[{"path":"/a"}]"#, #"[{"op":"remove"}]"#,
            #"[{"op":"remove","path":"a"}]"#, #"[{"op":"remove","path":"/~2"}]"#, #"[{"op":"remove","path":null}]"#,
            #"[{"op":"copy","path":"/a"}]"#, #"[{"op":"remove","path":""}]"#, #"[{"op":"move","from":"/a","path":"/a/b"}]"#,
            #"[{"op":1,"path":"/a"}]"#,
        ])
    func malformed(patch: String) throws {
        #expect(Self.code(try Self.outcome(patch, #"{"a":1}"#)) == .malformed)
    }

    @Test("do not take numbers with huge exponents for equal", arguments: ["2e99999999999999999999", "1e-99999999999999999999", "1"])
    func hugeExponents(other: String) throws {
        let value = #"{"v":1e99999999999999999999}"#
        #expect(throws: JSONPatchError.self) {
            try Self.outcome(#"[{"op":"test","path":"/v","value":\#(other)}]"#, value).get()
        }
        #expect(try Self.outcome(#"[{"op":"test","path":"/v","value":1e99999999999999999999}]"#, value) == .success(value))
    }

    @Test("end, also where copies are copied, values are nested, or operations are many")
    func bounds() throws {
        let doubling = "[" + Array(repeating: #"{"op":"copy","from":"","path":"/-"}"#, count: 60).joined(separator: ",") + "]"
        #expect(Self.code(try Self.outcome(doubling, "[1]", limit: 10_000)) == .tooLarge)
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        for (depth, code) in [(211, nil), (212, JSONPatchError.Code.tooDeep)] {
            let path = String(repeating: "/0", count: depth) + "/-"
            #expect(Self.code(try Self.outcome(#"[{"op":"copy","from":"","path":"\#(path)"}]"#, deep)) == code)
        }
        let down = #"{"op":"move","from":"/1","path":"\#(String(repeating: "/0", count: 213))"}"#
        #expect(Self.code(try Self.outcome("[\(down)]", "[\(deep),\(deep)]")) == .tooDeep)
        let many = "[" + Array(repeating: #"{"op":"test","path":"","value":1}"#, count: 10_001).joined(separator: ",") + "]"
        #expect(Self.code(try Self.outcome(many, "1")) == .tooMany)
    }

    @Test("may replace and move as much as they like, where values stay within their size")
    func churn() throws {
        let text = String(repeating: "x", count: 500)
        let replace = #"{"op":"replace","path":"/a","value":"\#(text)"}"#
        let move = #"{"op":"move","from":"/a","path":"/c"},{"op":"move","from":"/c","path":"/a"}"#
        let patch = "[" + Array(repeating: replace + "," + move, count: 1_000).joined(separator: ",") + "]"
        #expect(try Self.outcome(patch, #"{"a":1}"#, limit: 600) == .success(#"{"a":"\#(text)"}"#))
    }

    @Test("may move further down as often as they like, and know how deep things are then")
    func sinking() throws {
        let sinking = #"{"op":"move","from":"/a","path":"/b/a"},{"op":"move","from":"/b/a","path":"/a"}"#
        let patch = "[" + Array(repeating: sinking, count: 5_000).joined(separator: ",") + "]"
        let wide = #"{"a":[\#(Array(repeating: "1", count: 4_000).joined(separator: ","))],"b":{}}"#
        #expect(
            try Self.outcome(patch, wide, limit: 10_000)
                == .success(wide.replacing(#","b":{}"#, with: "").replacing("{", with: #"{"b":{},"#)))
        let deep = String(repeating: "[", count: 510) + String(repeating: "]", count: 510)
        let shallow = #"[{"op":"remove","path":"/a/0"},{"op":"move","from":"/a","path":"/b/c"}]"#
        #expect(try Self.outcome(shallow, #"{"a":[\#(deep),1],"b":{}}"#) == .success(#"{"b":{"c":[1]}}"#))
        #expect(Self.code(try Self.outcome(#"[{"op":"move","from":"/a","path":"/b/c"}]"#, #"{"a":[\#(deep)],"b":{}}"#)) == .tooDeep)
    }

    @Test("share one budget of copies, charged before the copy is made")
    func budget() throws {
        let value = try JSONText(validating: #"{"a":"\#(String(repeating: "x", count: 998))"}"#)
        let patch = try JSONPatch(JSONText(validating: #"[{"op":"copy","from":"/a","path":"/b"}]"#))
        var budget = PatchBudget(limit: 1_000)
        for _ in 0..<8 { _ = try patch.applied(to: value, budget: &budget) }
        let before = budget
        #expect(throws: JSONPatchError.self) { try patch.applied(to: value, budget: &budget) }
        #expect(budget.spent(since: before) == PatchBudget(limit: 0))
        var other = PatchBudget(limit: 1_000)
        let isEnough = other.take(PatchBudget(limit: 1_001))
        #expect(!isEnough)
    }

    @Test("find every element where arrays are long and change at all their places")
    func longArrays() throws {
        var random = SystemRandomNumberGenerator()
        var expected = (0..<2_000).map { $0 }
        var operations: [String] = []
        for step in 0..<4_000 {
            let index = Int.random(in: 0..<expected.count, using: &random)
            switch step % 4 {
            case 0:
                operations.append(#"{"op":"add","path":"/\#(index)","value":\#(10_000 + step)}"#)
                expected.insert(10_000 + step, at: index)
            case 1:
                operations.append(#"{"op":"remove","path":"/\#(index)"}"#)
                expected.remove(at: index)
            case 2:
                operations.append(#"{"op":"replace","path":"/\#(index)","value":\#(step)}"#)
                expected[index] = step
            default:
                operations.append(
                    #"{"op":"add","path":"/-","value":\#(step)},{"op":"test","path":"/\#(index)","value":\#(expected[index])}"#)
                expected.append(step)
            }
        }
        let value = "[\((0..<2_000).map(String.init).joined(separator: ","))]"
        let outcome = try Self.outcome("[\(operations.joined(separator: ","))]", value)
        #expect(outcome == .success("[\(expected.map(String.init).joined(separator: ","))]"))
    }

    @Test("keep the order of members, however many come and go")
    func members() throws {
        let churn = #"{"op":"add","path":"/k","value":1},{"op":"remove","path":"/k"}"#
        let patch = #"[\#(Array(repeating: churn, count: 1_000).joined(separator: ",")),{"op":"add","path":"/k","value":2}]"#
        #expect(try Self.outcome(patch, #"{"b":1,"a":2}"#) == .success(#"{"b":1,"a":2,"k":2}"#))
    }

    @Test("bound how often a long number is looked at")
    func longNumbers() throws {
        let number = "1." + String(repeating: "0", count: 9_000)
        let test = #"{"op":"test","path":"","value":1}"#
        #expect(try Self.outcome("[\(test)]", number, limit: 10_000) == .success(number))
        let tests = "[" + Array(repeating: test, count: 1_000).joined(separator: ",") + "]"
        #expect(Self.code(try Self.outcome(tests, number, limit: 10_000)) == .tooLarge)
    }
}
