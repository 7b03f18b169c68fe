import Foundation
import Testing

@testable import SectionalClient

@Suite("The difference of two values")
struct MergePatchTests {
    private func patch(_ old: String, _ new: String) -> String? {
        ValueDifference.difference(from: Data(old.utf8), to: Data(new.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("names what has changed, digit by digit, and what is gone")
    func members() {
        #expect(patch(#"{"a":1,"b":"x"}"#, #"{"b":"x","a":2}"#) == #"{"a":2}"#)
        #expect(patch(#"{"a":1.00000000000000000001}"#, #"{"a":1.00000000000000000002}"#) == #"{"a":1.00000000000000000002}"#)
        #expect(
            patch(#"{"a":1,"b":{"c":[1,{"d":2}],"e":true}}"#, #"{ "b" : {"c":[1, {"d":3}], "f":"\"}"} }"#)
                == #"{"a":null,"b":{"c":[1,{"d":3}],"e":null,"f":"\"}"}}"#)
        #expect(patch(#"{"a":[{"x":1,"y":2}],"n":null}"#, #"{"n":null,"a":[{"y":2,"x":1}]}"#) == "{}")
        #expect(patch(#"{"a":1}"#, #"{"a":{"b":{}}}"#) == #"{"a":{"b":{}}}"#)
        #expect(patch(#"{"a":[]}"#, #"{"a":[null,{"b":null}]}"#) == #"{"a":[null,{"b":null}]}"#)
    }

    @Test("is nothing where a merge patch cannot say it")
    func inexpressible() {
        #expect(patch("1", "2") == nil && patch(#"{"a":1}"#, "[1]") == nil && patch(#"["a"]"#, #"{"a":1}"#) == nil)
        // A member that becomes null would go.
        #expect(patch(#"{"a":1}"#, #"{"a":null}"#) == nil && patch("{}", #"{"a":{"b":null}}"#) == nil)
        #expect(patch(#"{"a":{"b":1}}"#, #"{"a":{"b":null}}"#) == nil)
        for text in ["", "{", #"{"a"}"#, #"{"a":1} x"#, #"{"a\"#, "{\"a\":[1,}"] { #expect(patch(text, "{}") == nil) }
        let deep = String(repeating: "[", count: 10_000)
        #expect(patch("{\"a\":\(deep)", "{}") == nil)
    }
}
