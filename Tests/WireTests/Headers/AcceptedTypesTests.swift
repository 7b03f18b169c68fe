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
        let accepted = Array(value.utf8).withUnsafeBytes { AcceptedTypes(of: "application/json", in: $0) }
        #expect(accepted.takes == isTaken)
    }

    @Test(
        "a type is asked for by its name, or by that of its group, where it is taken",
        arguments: [
            ("text/html", true), ("text/*", true), ("TEXT/HTML;q=0.2, */*", true), ("*/*", false), ("", false), ("text/html;q=0", false),
            ("text/*, text/html;q=0", false), ("text/plain", false), ("text/html/x", false),
        ])
    func html(value: String, isNamed: Bool) {
        let accepted = Array(value.utf8).withUnsafeBytes { AcceptedTypes(of: "text/html", in: $0) }
        #expect(accepted.names == isNamed)
    }

    @Test(
        "gzip is taken where it is named, or meant by a star, with a weight above 0",
        arguments: [
            ("gzip", true), ("gzip, deflate, br, zstd", true), ("X-GZIP", true), ("*", true), ("br, *;q=0.1", true), ("gzip;q=0.001", true),
            ("", false), ("br", false), ("gzip;q=0", false), ("gzip ; Q=0.000, *", false), ("*;q=0, gzip", true), ("*;q=0", false),
            ("gzipx", false), ("identity;q=1, gzip;q=0, gzip", false), ("gzip;q=", false),
        ])
    func gzip(value: String, isTaken: Bool) {
        #expect(Array(value.utf8).withUnsafeBytes { HeaderElements.takeGzip($0) } == isTaken)
    }
}
