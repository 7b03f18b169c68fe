import Foundation
import Testing

@testable import SectionalClient

@Suite("What a server says no with")
struct ListFailureTests {
    private func failure(_ status: Int, _ body: String, _ headers: [String: String] = [:]) -> ListFailure {
        ListFailure(Problem(TransportResponse(status: status, headers: headers, body: Data(body.utf8))))
    }

    @Test("is read by its slug")
    func slugs() {
        let current = #"{"type":"/problems/precondition-failed","status":412,"current":{"id":"a","value":{"n":1}}}"#
        guard case .conflict(let value, _) = failure(412, current) else {
            Issue.record("no conflict")
            return
        }
        #expect(value == Data(#"{"n":1}"#.utf8))
        for slug in ["item-gone", "section-gone", "item-not-found", "section-not-found"] {
            guard case .gone(let problem) = failure(409, #"{"type":"/problems/\#(slug)","status":409}"#) else {
                Issue.record("\(slug) is not gone")
                continue
            }
            #expect(problem.known?.rawValue == slug)
        }
        #expect(failure(404, #"{"type":"/problems/list-not-found","status":404}"#) == .listNotFound)
        #expect(failure(410, #"{"type":"/problems/version-gone","status":410,"oldest":3,"head":9}"#) == .versionGone)
        let invalid = failure(422, #"{"type":"/problems/invalid-value","status":422,"errors":[{"pointer":"/a","detail":"no"}]}"#)
        #expect(invalid.problem?.errors.first?.pointer == "/a" && !invalid.isTemporary)
    }

    @Test("is final where a proxy refuses the request itself", arguments: [400, 405, 413, 414, 415, 422, 431])
    func proxy(_ status: Int) {
        for body in ["", "<html>", #"{"type":"/problems/not-here"}"#] {
            guard case .invalid = failure(status, body) else {
                Issue.record("\(status) is not invalid")
                continue
            }
            #expect(!failure(status, body).isTemporary)
        }
    }

    @Test("says when to come again in whole seconds, an hour at most")
    func retryAfter() {
        func seconds(_ text: String) -> TimeInterval? { failure(503, "", ["Retry-After": text]).problem?.retryAfter }
        #expect(seconds("0") == 0 && seconds("120") == 120)
        for text in ["99999999999", "3601", String(repeating: "9", count: 40)] { #expect(seconds(text) == 3_600) }
        for text in ["inf", "nan", "1e99", "-1", "1.5", "", "Wed, 21 Oct 2026 07:28:00 GMT"] { #expect(seconds(text) == nil) }
    }

    @Test("is not taken for a refusal where something else has answered, or a newer server")
    func unknown() {
        #expect(failure(404, "<html>").isTemporary && failure(502, "").isTemporary)
        let busy = failure(503, #"{"type":"/problems/unavailable","status":503}"#, ["Retry-After": "7", "Request-Id": "r"])
        #expect(busy.isTemporary && busy.problem?.retryAfter == 7 && busy.problem?.requestID == "r")
        #expect(failure(409, #"{"type":"/problems/request-in-progress","status":409}"#).isTemporary)
        let new = failure(451, #"{"type":"/problems/not-here","status":451}"#)
        #expect(!new.isTemporary && new.problem?.known == nil && new.problem?.slug == "not-here")
        // A network that wants a sign-in; the server's own is final.
        #expect(failure(403, "<html>").isTemporary && failure(403, #"{"type":"about:blank"}"#).isTemporary)
        #expect(!failure(403, #"{"type":"/problems/forbidden","status":403}"#).isTemporary)
        guard case .unauthorized = failure(401, "") else {
            Issue.record("not unauthorized")
            return
        }
    }
}
