import HTTPServing
import HTTPTypes
import Logging
import TestSupport
import Testing

@testable import ListAPI

@Suite("Refusals in the log")
struct RefusalLogTests {
    @Test("there is one line every few seconds for each reason, which says how many had none")
    func pace() {
        let lines = LoggedLines()
        let log = RefusalLog(logger: lines.logger(from: .trace))
        let request = Request(method: .get, target: RequestTarget("/lists?x=secret"), headers: EmptyHeaders(), id: "r")
        let client = PeerAddress(version4: 0x7F00_0001)
        for time in Int64(0)..<1_000 { log.note(.unknownToken, request, from: client, now: time * 10) }
        log.note(.expiredToken, request, sender: "phone", from: nil, now: 1)
        log.note(.unknownToken, request, from: client, now: -100_000)
        #expect(
            lines.all == [
                "warning refused an unknown token client=127.0.0.1 path=/lists request_id=r",
                "warning refused an unknown token client=127.0.0.1 path=/lists request_id=r suppressed=499",
                "warning refused an expired token path=/lists request_id=r token=phone",
                "warning refused an unknown token client=127.0.0.1 path=/lists request_id=r suppressed=499",
            ])
    }
}

private struct EmptyHeaders: RequestHeaders {
    subscript(_ name: HTTPField.Name) -> String? { nil }
}
