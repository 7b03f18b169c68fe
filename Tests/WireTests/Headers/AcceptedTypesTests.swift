import Testing
import Wire

@Suite("Accepted types")
struct AcceptedTypesTests {
    @Test(
        "the range that says most about a type decides",
        arguments: [
            ("application/json", true), ("APPLICATION/Json", true), ("text/html, application/json;q=0.1", true), ("*/*", true),
            ("application/*", true), ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true),
            ("application/json;q=0.001", true), ("application/json; charset=utf-8", true), ("application/json;x=\"q=0\"", true),
            ("application/json, */*;q=0", true), ("application/*;q=0, application/json", true),
            ("text/html", false), ("text/*", false), ("application/problem+json", false), ("application/jsonx", false),
            ("application/json;q=0", false), ("application/json ; Q=0.000, */*", false), ("*/*;q=0", false),
            ("application/*;q=0, */*", false), ("text/html, application/x-ndjson", false),
            ("", true), ("json", true), (",", true), ("json, text/html", false),
        ])
    func json(value: String, isTaken: Bool) {
        #expect(AcceptedTypes(parsing: value).takes("application/json") == isTaken)
    }
}
