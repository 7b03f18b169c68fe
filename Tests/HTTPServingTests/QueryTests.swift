import HTTPServing
import Testing

@Suite("Query")
struct QueryTests {
    private func query(_ text: String) throws -> Query { try Query(RequestTarget("/?\(text)").rawQuery) }

    @Test(
        "parameters are decoded and keep their order",
        arguments: [
            ("", []),
            ("a=1&b=2&a=3", ["a=1", "b=2", "a=3"]),
            ("a+b=c+d%2B", ["a b=c d+"]),
            ("a=b=c", ["a=b=c"]),
            ("a&&b=&=c&", ["a=", "b=", "=c"]),
            ("q=caf%C3%A9%26&x=%3D", ["q=café&", "x=="]),
            ("a=?", ["a=?"]),
        ])
    func decoding(text: String, expected: [String]) throws {
        #expect(try query(text).parameters.map { "\($0.name)=\($0.value)" } == expected)
    }

    @Test(
        "a parameter that cannot be decoded is an error that names it",
        arguments: [
            ("a=1&b=%zz", "b", PercentDecodingError.malformedEscape), ("b=%4", "b", .malformedEscape), ("b=%", "b", .malformedEscape),
            ("b%C3%A9=%FF", "bé", .invalidUTF8), ("b=a%00", "b", .nul), ("%zz=1", "%zz", .malformedEscape),
        ])
    func errors(text: String, name: String, reason: PercentDecodingError) {
        #expect(throws: QueryError(parameter: name, reason: reason)) { _ = try query(text) }
    }

    @Test("a name given twice stands twice, and has its first value")
    func repetition() throws {
        #expect(try query("a=1&b=2&%61=3").parameters.map(\.name) == ["a", "b", "a"])
        #expect(try query("a=1&b=2&a=3")["a"] == "1")
    }

    @Test("a target without a query has no parameters")
    func absent() throws {
        #expect(RequestTarget("/a").rawQuery == nil)
        #expect(try Query(nil).parameters.isEmpty)
    }
}
