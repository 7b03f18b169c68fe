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

    @Test("is not taken for a refusal where something else has answered, or a newer server")
    func unknown() {
        #expect(failure(404, "<html>").isTemporary && failure(502, "").isTemporary)
        let busy = failure(503, #"{"type":"/problems/unavailable","status":503}"#, ["Retry-After": "7", "Request-Id": "r"])
        #expect(busy.isTemporary && busy.problem?.retryAfter == 7 && busy.problem?.requestID == "r")
        #expect(failure(409, #"{"type":"/problems/request-in-progress","status":409}"#).isTemporary)
        let new = failure(451, #"{"type":"/problems/not-here","status":451}"#)
        #expect(!new.isTemporary && new.problem?.known == nil && new.problem?.slug == "not-here")
        guard case .unauthorized = failure(401, "") else {
            Issue.record("not unauthorized")
            return
        }
    }
}
