import HTTPTypes
import Ports
import Testing
import Wire

@Suite("Headers")
struct HeaderTests {
    @Test("names are those of the contract")
    func names() {
        let names: [HTTPField.Name] = [
            .acceptCellTypes, .acceptPatch, .idempotencyKey, .idempotencyReplayed, .lastEventID, .link, .listVersion, .prefer,
            .preferenceApplied, .requestID,
            .xAccelBuffering,
        ]
        let expected = [
            "Accept-Cell-Types", "Accept-Patch", "Idempotency-Key", "Idempotency-Replayed", "Last-Event-ID", "Link", "List-Version",
            "Prefer",
            "Preference-Applied", "Request-Id", "X-Accel-Buffering",
        ]
        #expect(names.map(\.rawName) == expected)
    }

    @Test(
        "a media type is read without regard to case, with its charset",
        arguments: [
            ("application/json", "application/json", nil), ("Application/JSON", "application/json", nil),
            (" text/html ;charset=UTF-8 ", "text/html", "utf-8"),
            ("application/json; charset=\"utf-8\"", "application/json", "utf-8"),
            ("application/json;CHARSET=latin1", "application/json", "latin1"),
            ("application/merge-patch+json", "application/merge-patch+json", nil),
            ("a/b; x=\"a;charset=\\\"z\\\"\"; charset=utf-8", "a/b", "utf-8"),
            ("a/b;", "a/b", nil), ("a/b; ; charset=x", "a/b", "x"), ("multipart/form-data; boundary=--x", "multipart/form-data", nil),
        ] as [(String, String, String?)])
    func mediaTypes(value: String, essence: String, charset: String?) throws {
        let type = try #require(MediaType(parsing: value))
        #expect(type.essence == essence)
        #expect(type.charset == charset)
        #expect(type.isUTF8 == (charset == nil || charset == "utf-8"))
    }

    @Test(
        "what isn't a media type is refused",
        arguments: [
            "", "json", "/json", "a/", "a/b c", "a/b; charset", "a/b; charset=", "a/b; charset=\"x", "a /b", "a/ b",
            "a/b;charset=x;charset=y", "a/b, c/d",
        ])
    func refused(value: String) {
        #expect(MediaType(parsing: value) == nil)
    }
}
