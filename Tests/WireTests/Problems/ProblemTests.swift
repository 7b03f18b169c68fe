import JSON
import Lists
import Testing
import Wire

@Suite("Problems")
struct ProblemTests {
    @Test("the table of the contract is whole", arguments: ProblemType.allCases)
    func table(slug: ProblemType) throws {
        let statuses: [Int: String] = [
            400: "malformed-request malformed-json bad-parameter", 401: "unauthorized", 403: "forbidden",
            404: "not-found list-not-found section-not-found item-not-found version-not-found type-not-found webhook-not-found",
            405: "method-not-allowed",
            406: "not-acceptable",
            409:
                "item-gone section-gone id-taken patch-conflict type-violated request-in-progress view-not-writable not-a-view not-searchable",
            410: "version-gone",
            412: "precondition-failed", 413: "too-large", 414: "uri-too-long", 415: "unsupported-media-type",
            422:
                "unknown-key invalid-value reference-not-found index-out-of-range limit-exceeded value-does-not-match-type unregistered-type unsupported-schema "
                + "url-not-allowed idempotency-key-reused",
            421: "misdirected-request",
            428: "precondition-required", 429: "too-many-requests", 431: "headers-too-large", 500: "internal-error", 501: "not-implemented",
            503: "unavailable",
        ]
        let named = statuses.flatMap { status, slugs in slugs.split(separator: " ").map { (String($0), status) } }
        #expect(named.count == ProblemType.allCases.count)
        #expect(Dictionary(uniqueKeysWithValues: named)[slug.rawValue] == slug.status)
        #expect(!slug.title.isEmpty && !slug.title.hasSuffix("."))
        #expect(slug.explanation.hasSuffix("."))
        #expect(slug.isOfSyntax == [400, 413, 414, 415, 431].contains(slug.status))
    }

    @Test("a problem is written as RFC 9457 has it")
    func encoding() throws {
        let errors = [
            ProblemDetail(.pointer("/a~1b"), "says \"no\""), ProblemDetail(.parameter("limit"), "é"),
            ProblemDetail(.line(3), "x", keyword: "maximum"),
        ]
        let members = [
            ProblemDocument.Member("current", json: Array(#"{"id":"x"}"#.utf8)), ProblemDocument.Member("count", json: Array("7".utf8)),
        ]
        let problem = ProblemDocument(.preconditionFailed, detail: "a\nb", instance: "/lists/x", errors: errors, members: members)
        let expected =
            #"{"type":"/problems/precondition-failed","title":"The precondition is false","status":412,"detail":"a\nb","instance":"/lists/x","#
            + #""errors":[{"pointer":"/a~1b","detail":"says \"no\""},{"parameter":"limit","detail":"é"},{"line":3,"detail":"x","keyword":"maximum"}],"#
            + #""current":{"id":"x"},"count":7}"#
        #expect(String(decoding: problem.encoded(), as: UTF8.self) == expected)
        _ = try JSONText(validating: problem.encoded())
    }

    @Test("without errors and members there are none")
    func plain() {
        let request = RequestProblem(.notFound, "Nothing.")
        let text = String(decoding: ProblemDocument(request, instance: "/x").encoded(), as: UTF8.self)
        #expect(text == #"{"type":"/problems/not-found","title":"There is nothing here","status":404,"detail":"Nothing.","instance":"/x"}"#)
    }
}
