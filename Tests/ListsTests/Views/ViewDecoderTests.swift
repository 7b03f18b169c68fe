import JSON
import Testing

@testable import Lists

@Suite("The definition of a view")
struct ViewDecoderTests {
    static let wrong: [(String, String)] = [
        ("[]", "invalidValue "), ("{}", "invalidValue /of"), (#"{"of":null}"#, "invalidValue /of"), (#"{"of":".x"}"#, "invalidValue /of"),
        (#"{"of":"l","from":1}"#, "unknownKey /from"), (#"{"of":"l","limit":0}"#, "invalidValue /limit"),
        (#"{"of":"l","limit":10001}"#, "invalidValue /limit"), (#"{"of":"l","limit":1.5}"#, "invalidValue /limit"),
        (#"{"of":"l","limit":"1"}"#, "invalidValue /limit"),
        (#"{"of":"l","sectionBy":"groups"}"#, "invalidValue /sectionBy"), (#"{"of":"l","sectionBy":{}}"#, "invalidValue /sectionBy/value"),
        (#"{"of":"l","sectionBy":[]}"#, "invalidValue /sectionBy"),
        (#"{"of":"l","sectionBy":{"value":"x"}}"#, "invalidValue /sectionBy/value"),
        (#"{"of":"l","sectionBy":{"value":"/x","as":"week"}}"#, "invalidValue /sectionBy/as"),
        (#"{"of":"l","sectionBy":{"value":"/x","order":1}}"#, "invalidValue /sectionBy/order"),
        (#"{"of":"l","sectionBy":{"value":"/x","by":1}}"#, "unknownKey /sectionBy/by"),
        (#"{"of":"l","sortBy":[]}"#, "invalidValue /sortBy"), (#"{"of":"l","sortBy":"/x"}"#, "invalidValue /sortBy"),
        (#"{"of":"l","sortBy":["/1","/2","/3","/4","/5"]}"#, "limitExceeded /sortBy"),
        (#"{"of":"l","sortBy":["/1",{"value":"~"}]}"#, "invalidValue /sortBy/1/value"),
        (#"{"of":"l","sortBy":[{"order":"ascending"}]}"#, "invalidValue /sortBy/0/value"),
        (#"{"of":"l","sortBy":[{"value":"/x","order":"Ascending"}]}"#, "invalidValue /sortBy/0/order"),
        (#"{"of":"l","sortBy":[1]}"#, "invalidValue /sortBy/0"),
        (#"{"of":"l","sortBy":[{"value":"/x","as":"day"}]}"#, "unknownKey /sortBy/0/as"),
        (#"{"of":"l","where":1}"#, "invalidValue /where"), (#"{"of":"l","where":{}}"#, "invalidValue /where"),
        (#"{"of":"l","where":{"all":{}}}"#, "invalidValue /where/all"), (#"{"of":"l","where":{"all":[1]}}"#, "invalidValue /where/all/0"),
        (#"{"of":"l","where":{"all":[],"any":[]}}"#, "invalidValue /where/any"),
        (#"{"of":"l","where":{"all":[],"value":"/x","exists":true}}"#, "invalidValue /where"),
        (#"{"of":"l","where":{"not":[]}}"#, "invalidValue /where/not"), (#"{"of":"l","where":{"value":"/x"}}"#, "invalidValue /where"),
        (#"{"of":"l","where":{"equals":1}}"#, "invalidValue /where"),
        (#"{"of":"l","where":{"value":"/x","equals":1,"less":2}}"#, "invalidValue /where/less"),
        (#"{"of":"l","where":{"value":"/x","item":"id","equals":1}}"#, "invalidValue /where/item"),
        (#"{"of":"l","where":{"item":"value","equals":1}}"#, "invalidValue /where/item"),
        (#"{"of":"l","where":{"value":"/x","like":1}}"#, "unknownKey /where/like"),
        (#"{"of":"l","where":{"value":"/x","limit":1}}"#, "unknownKey /where/limit"),
        (#"{"of":"l","where":{"value":"/x","exists":1}}"#, "invalidValue /where/exists"),
        (#"{"of":"l","where":{"value":"/x","in":[]}}"#, "invalidValue /where/in"),
        (#"{"of":"l","where":{"value":"/x","in":1}}"#, "invalidValue /where/in"),
        (#"{"of":"l","where":{"any":[{"value":"/x","exists":true},{"value":7}]}}"#, "invalidValue /where/any/1/value"),
    ]

    @Test("has an error with a pointer where it is malformed", arguments: wrong)
    func malformed(text: String, error: String) throws {
        #expect(try ViewTesting.error(text) == error)
    }

    @Test("is kept as it was sent, and null is as if absent, but for operands")
    func sent() throws {
        let text = #"{"limit":null,"of":"l","where":null,"sectionBy":null,"sortBy":null}"#
        let definition = try ViewDefinition(validating: try JSONText(validating: text))
        #expect(definition.text.text == text && definition.source.text == "l" && definition.limit == nil && definition.sortKeys.isEmpty)
        #expect(definition.condition == nil && definition.pointers.count == 0)
        if case .source = definition.sections {} else { Issue.record("\(definition.sections)") }
        #expect(try ViewTesting.error(#"{"of":"l","where":{"value":"/x","equals":null}}"#) == nil)
        #expect(try ViewTesting.error(#"{"of":"l","sectionBy":{"value":"/x","as":null,"order":null}}"#) == nil)
    }

    @Test("finds each pointer once, however often it is named")
    func pointers() throws {
        let definition = try ViewTesting.definition(
            #""where":{"any":[{"value":"/x","less":1},{"value":"/x","greater":2}]},"sectionBy":{"value":"/x"},"sortBy":["/x","/y"]"#)
        #expect(definition.pointers.count == 2)
    }

    @Test("has bounds, and all that is within them is taken")
    func bounds() throws {
        func tests(_ count: Int) -> String { Array(repeating: #"{"value":"/x","exists":true}"#, count: count).joined(separator: ",") }
        func nested(_ depth: Int) -> String {
            String(repeating: #"{"not":"#, count: depth - 1) + tests(1) + String(repeating: "}", count: depth - 1)
        }
        func operands(_ count: Int) -> String { Array(repeating: "1", count: count).joined(separator: ",") }
        func pointer(_ length: Int) -> String { "/" + String(repeating: "x", count: length - 1) }
        let cases = [
            ("{\"of\":\"l\",\"where\":{\"all\":[\(tests(64))]}}", nil),
            ("{\"of\":\"l\",\"where\":{\"all\":[\(tests(65))]}}", "limitExceeded /where/all/64"),
            ("{\"of\":\"l\",\"where\":\(nested(8))}", nil),
            ("{\"of\":\"l\",\"where\":\(nested(9))}", "limitExceeded /where" + String(repeating: "/not", count: 8)),
            ("{\"of\":\"l\",\"where\":{\"value\":\"/x\",\"in\":[\(operands(100))]}}", nil),
            ("{\"of\":\"l\",\"where\":{\"value\":\"/x\",\"in\":[\(operands(101))]}}", "limitExceeded /where/in"),
            ("{\"of\":\"l\",\"sortBy\":[\"\(pointer(1_024))\"]}", nil),
            ("{\"of\":\"l\",\"sortBy\":[\"\(pointer(1_025))\"]}", "limitExceeded /sortBy/0"),
            ("{\"of\":\"l\",\"where\":{\"value\":\"/x\",\"equals\":\"\(String(repeating: "x", count: 17_000))\"}}", "limitExceeded "),
        ]
        for (text, error) in cases { #expect(try ViewTesting.error(text) == error, "\(text.prefix(80))") }
    }
}
