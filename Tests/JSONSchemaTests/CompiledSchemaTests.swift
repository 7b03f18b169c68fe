import JSON
import JSONSchema
import Testing

@Suite("A compiled schema")
struct CompiledSchemaTests {
    @Test("says what does not match")
    func first() throws {
        let schema = try CompiledSchema(JSONValue(validating: #"{"type":"object","required":["a"]}"#))
        #expect(schema.violations(of: .emptyObject).map(\.keyword) == ["required"])
    }
}
