import JSON
import Lists
import Ports
import Testing
import Wire

@Suite("Reading an interaction's body")
struct InteractionBodyTests {
    private static func outcome(_ body: String, limits: ContentLimits = ContentLimits()) -> String {
        do throws(RequestProblem) {
            return try InteractionBodyReader.context(Array(body.utf8), limits: limits).text
        } catch {
            guard case .pointer(let pointer) = error.errors.first?.location else { return error.slug.rawValue }
            return "\(error.slug.rawValue) \(pointer)"
        }
    }

    @Test(
        "the context is what was sent, without insignificant white space; none is an empty object",
        arguments: [
            ("", "{}"), ("{}", "{}"), (" { } ", "{}"), (#"{"context":{}}"#, "{}"),
            (#"{"context":{"b": 1.0, "a": [1e400, "\u0041"], "b2": null}}"#, #"{"b":1.0,"a":[1e400,"\u0041"],"b2":null}"#),
            (#"{"c\u006fntext":{"x":1}}"#, #"{"x":1}"#),
        ])
    func accepted(body: String, context: String) {
        #expect(Self.outcome(body) == context)
    }

    @Test(
        "what is no such body is refused where it is wrong, its syntax and size before its meaning",
        arguments: [
            ("{", "malformed-json"), (" ", "malformed-json"), (#"{"context":{},"context":{}}"#, "malformed-json"),
            (#"{"x":1,"context":{"a":1,"a":2}}"#, "malformed-json"), (#"{"context":{}} x"#, "malformed-json"),
            ("[]", "invalid-value"), ("null", "invalid-value"), (#""context""#, "invalid-value"),
            (#"{"context":null}"#, "invalid-value /context"), (#"{"context":[]}"#, "invalid-value /context"),
            (#"{"context":7}"#, "invalid-value /context"), (#"{"kontext":{}}"#, "unknown-key /kontext"),
            (#"{"Context":{}}"#, "unknown-key /Context"), (#"{"a/b":1,"context":3}"#, "unknown-key /a~1b"),
        ])
    func refused(body: String, outcome: String) {
        let found = Self.outcome(body)
        #expect(found == outcome || found == outcome + " ", "\(found)")
    }

    @Test("a context is as large as a value may be, and no larger; nested as deep, and no deeper")
    func limits() {
        let limits = ContentLimits(value: 20)
        #expect(Self.outcome(#"{"context": {"a" : "234567890123"}}"#, limits: limits) == #"{"a":"234567890123"}"#)
        #expect(Self.outcome(#"{"context":{"a":"2345678901234"}}"#, limits: limits) == "too-large /context")
        #expect(Self.outcome(#"{"x":1,"context":{"a":"2345678901234"}}"#, limits: limits) == "too-large /context")
        #expect(Self.outcome(#"{"context":{}}"#, limits: ContentLimits(body: 13)) == "too-large")
        func nested(_ depth: Int) -> String {
            #"{"context":{"a":"# + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}}"
        }
        #expect(Self.outcome(nested(512)).hasPrefix("{"))
        #expect(Self.outcome(nested(513)) == "malformed-json")
    }

    @Test(
        "an action has a name of 1 to 64 letters, digits, points, underscores and hyphens",
        arguments: [
            ("archive", true), ("a", true), ("A.b_c-9", true), ("..", true), (String(repeating: "x", count: 64), true),
            (String(repeating: "x", count: 65), false), ("", false), ("a b", false), ("é", false), ("a/b", false), ("a~b", false),
            ("a\n", false), ("@a", false),
        ])
    func actionNames(name: String, isOne: Bool) {
        #expect((try? ActionName(name))?.text == (isOne ? name : nil))
        guard !isOne else { return }
        #expect(throws: RequestProblem.self) { try ActionName(name) }
    }

    @Test("an interaction is shown with its keys in the contract's order, context and item as they are")
    func shape() throws {
        let list = try #require(ListID("l"))
        let shape = InteractionRepresentation(
            .itemAction, action: try ActionName("archive"), of: list, at: 7, item: Array(#"{"id":"a","value":1.0}"#.utf8),
            context: JSONText(verbatim: #"{"q":"\u0041"}"#))
        let interaction = Interaction(id: Identifier(verbatim: "i\"1"), sequence: 42, time: 1_000_000_000_000)
        let text =
            #"{"id":"i\"1","sequence":42,"type":"item.action","action":"archive","list":"l","version":7,"#
            + #""item":{"id":"a","value":1.0},"context":{"q":"\u0041"},"timestamp":"2001-09-09T01:46:40.000Z"}"#
        #expect(String(decoding: shape.bytes(interaction), as: UTF8.self) == text)
        let plain = InteractionRepresentation(.itemSelected, action: nil, of: list, at: 1, item: Array("{}".utf8), context: .emptyObject)
        #expect(String(decoding: plain.bytes(interaction), as: UTF8.self).contains(#""type":"item.selected","action":null,"list":"l""#))
    }
}
