import JSON
import Lists
import Testing
import Wire

@Suite("Reading a value's body")
struct ValueBodyTests {
    @Test("a bare value is read, white space around it aside")
    func value() throws {
        #expect(try ValueBodyReader.value(Array(" {\"a\": 1.0}\n".utf8)).text == #"{"a":1.0}"#)
        #expect(try ValueBodyReader.value(Array("null".utf8)).isNull)
    }

    @Test("an empty body is malformed JSON", arguments: ["", " \n", "{", "1 2"])
    func malformed(body: String) {
        #expect(refusal { try ValueBodyReader.value(Array(body.utf8)) }?.slug == .malformedJSON)
        #expect(refusal { try ValueBodyReader.mergePatch(Array(body.utf8)) }?.slug == .malformedJSON)
    }

    @Test("a value is bound by its own limit, a patch by that on bodies")
    func limits() throws {
        let limits = ContentLimits(body: 30, value: 10)
        #expect(try ValueBodyReader.value(Array("[ 1, 2, 3, 4 ]".utf8), limits: limits).byteCount == 9)
        #expect(refusal { try ValueBodyReader.value(Array("\"123456789\"".utf8), limits: limits) }?.slug == .tooLarge)
        #expect(try ValueBodyReader.patch(Array("\"123456789\"".utf8), limits: limits, envelope: 0).byteCount == 11)
        #expect(refusal { try ValueBodyReader.mergePatch([UInt8](repeating: 0x20, count: 31), limits: limits) }?.slug == .tooLarge)
    }
}
