import Glibc
import TestSupport
import Testing
import Webhooks

@testable import HTTPClient

@Suite("A transfer")
struct TransferTests {
    @Test("a body is posted with its headers") func aBodyIsPostedWithItsHeaders() throws {
        let receiver = try Receiver()
        let end = try TransferRun(TransferSettings(userAgent: "Sectional/9")).post(
            receiver.url("/ok?status=204"), headers: [("Content-Type", "application/json"), ("webhook-id", "e1")], body: "{\"type\":\"t\"}")
        #expect(end.status == 204)
        let delivery = try #require(try receiver.deliveries().first)
        #expect(delivery.body == "{\"type\":\"t\"}")
        #expect(delivery.id == "e1")
        #expect(delivery.headers["Content-Type"] == "application/json")
        #expect(delivery.headers["User-Agent"] == "Sectional/9")
        #expect(delivery.headers["Expect"] == nil)
        #expect(delivery.headers["Cookie"] == nil)
        #expect(delivery.headers["Authorization"] == nil)
    }

    @Test("a large body is posted without asking first") func aLargeBodyIsPostedWithoutAskingFirst() throws {
        let receiver = try Receiver()
        let body = String(repeating: "x", count: 3 << 20)
        #expect(try TransferRun().post(receiver.url("/ok"), body: body).status == 200)
        let delivery = try #require(try receiver.deliveries().first)
        #expect(delivery.body.utf8.count == body.utf8.count)
        #expect(delivery.headers["Expect"] == nil)
    }

    @Test("a connection is used again") func aConnectionIsUsedAgain() throws {
        let receiver = try Receiver()
        let run = try TransferRun()
        for _ in 0..<5 { #expect(try run.post(receiver.url("/ok")).status == 200) }
        #expect(Set(try receiver.deliveries().map(\.connection)).count == 1)
    }

    @Test("a connection that the receiver has left costs no attempt") func aConnectionThatTheReceiverHasLeftCostsNoAttempt() throws {
        let receiver = try Receiver()
        let run = try TransferRun()
        for _ in 0..<5 {
            #expect(try run.post(receiver.url("/leave")).status == 200)
            // The connection's end is there before the next one.
            usleep(50_000)
        }
        #expect(Set(try receiver.deliveries().map(\.connection)).count == 5)
    }

    @Test("a connection that was used before and ends without an answer is one request and one failure")
    func oneRequest() throws {
        let receiver = try Receiver()
        let run = try TransferRun()
        for _ in 0..<4 {
            #expect(try run.post(receiver.url("/ok")).status == 200)
            let end = try run.post(receiver.url("/close"))
            #expect(end.status == nil && end.failure == "The connection ended before an answer came.")
        }
        let deliveries = try receiver.deliveries()
        #expect(deliveries.count { $0.path == "/close" } == 4)
        // The first of each round opens a connection, the other goes over it.
        #expect(Set(deliveries.map(\.connection)).count == 4)
    }

    @Test("a redirect is an answer and not followed") func aRedirectIsAnAnswerAndNotFollowed() throws {
        let receiver = try Receiver()
        #expect(try TransferRun().post(receiver.url("/redirect")).status == 302)
        #expect(try receiver.deliveries().map(\.path) == ["/redirect"])
    }

    @Test("retry after comes as it stands") func retryAfterComesAsItStands() throws {
        let receiver = try Receiver()
        let end = try TransferRun().post(receiver.url("/later?value=120"))
        #expect(try end.result.get() == TransferEnd.Response(status: 503, retryAfter: "120", body: Array("later".utf8)))
    }

    @Test("the body is kept to 4ki b") func theBodyIsKeptTo4KiB() throws {
        let receiver = try Receiver()
        let run = try TransferRun()
        for status in [200, 500] {
            let end = try run.post(receiver.url("/big?bytes=1048576&status=\(status)"))
            #expect(end.status == status)
            #expect(end.body == String(repeating: "b", count: 4_096))
        }
        let whole = try run.post(receiver.url("/big?bytes=4096"))
        #expect(whole.body?.utf8.count == 4_096)
    }

    @Test("a body without end holds nothing once there is enough") func aBodyWithoutEndHoldsNothingOnceThereIsEnough() throws {
        let receiver = try Receiver()
        let end = try TransferRun().post(receiver.url("/flood"))
        #expect(end.status == 200)
        #expect(end.body?.utf8.count == 4_096)
    }

    @Test("an answer counts though its body never ends") func anAnswerCountsThoughItsBodyNeverEnds() throws {
        let receiver = try Receiver()
        let run = try TransferRun(TransferSettings(timeout: 700))
        let dripping = try run.post(receiver.url("/drip"))
        #expect(dripping.status == 200)
        #expect(dripping.durationMilliseconds >= 600)
        let cut = try run.post(receiver.url("/cut"))
        #expect(cut.status == 200)
        #expect(cut.body == "short")
    }

    @Test("an address that is no longer allowed is sent nothing, over a connection that stands either")
    func anAddressThatIsNoLongerAllowedIsSentNothing() throws {
        let receiver = try Receiver()
        let run = try TransferRun()
        for _ in 0..<2 { #expect(try run.post(receiver.url("/ok")).status == 200) }
        #expect(Set(try receiver.deliveries().map(\.connection)).count == 1, "the connection is used again")
        run.addressGuard.allow([])
        let refused = try run.post(receiver.url("/ok"))
        #expect(refused.status == nil && refused.failure?.contains("127.0.0.1 is not globally reachable") == true)
        run.addressGuard.allow([try #require(AddressBlock("127.0.0.0/8"))])
        #expect(try run.post(receiver.url("/ok")).status == 200)
        #expect(try receiver.deliveries().count == 3)
    }

    @Test("headers without end are no answer") func headersWithoutEndAreNoAnswer() throws {
        let receiver = try Receiver()
        let end = try TransferRun().post(receiver.url("/headers"))
        #expect(end.failure?.contains("headers") == true)
    }

    @Test("a receiver that never answers times out") func aReceiverThatNeverAnswersTimesOut() throws {
        let receiver = try Receiver()
        let end = try TransferRun(TransferSettings(timeout: 300)).post(receiver.url("/silent"))
        #expect(end.status == nil)
        #expect(end.failure?.contains("timed out") == true)
        #expect(end.durationMilliseconds >= 200)
    }

    @Test("a receiver that closes gives no answer") func aReceiverThatClosesGivesNoAnswer() throws {
        let receiver = try Receiver()
        let end = try TransferRun().post(receiver.url("/close"))
        #expect(end.status == nil)
        #expect(end.failure?.isEmpty == false)
    }

    @Test("a certificate is checked") func aCertificateIsChecked() throws {
        let receiver = try Receiver(isSecure: true)
        let url = receiver.url("/ok", host: "localhost")
        #expect(try TransferRun().post(url).failure?.contains("certificate") == true)
        let trusting = TransferSettings(certificates: receiver.certificate)
        #expect(try TransferRun(trusting).post(url).status == 200)
        #expect(try TransferRun(trusting).post(receiver.url("/ok")).status == nil)
        #expect(try receiver.deliveries().count == 1)
    }

    @Test(
        "no other scheme and no credentials are taken",
        arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/", "http://user:password@127.0.0.1/"])
    func noOtherSchemeAndNoCredentialsAreTaken(url: String) throws {
        let end = try TransferRun().post(url)
        #expect(end.status == nil)
        #expect(end.failure?.isEmpty == false)
    }

    @Test("many run at once and all are given up") func manyRunAtOnceAndAllAreGivenUp() throws {
        let receiver = try Receiver()
        let run = try TransferRun()
        for id: Int64 in 0..<50 {
            try run.engine.start(TransferRequest(id: id, url: receiver.url("/silent"), headers: [], body: []))
        }
        try eventually("all have come") {
            #expect(run.engine.step(waiting: 20).isEmpty)
            return try receiver.deliveries().count == 50
        }
        #expect(run.engine.count == 50)
        run.engine.abortAll()
        #expect(run.engine.count == 0)
        #expect(try run.post(receiver.url("/ok")).status == 200)
    }

    @Test("has nothing of the one whose handle it takes over")
    func handles() throws {
        let receiver = try Receiver()
        let run = try TransferRun()
        let first = try run.post(receiver.url("/ok?status=500"), headers: [("X-First", "1")], body: String(repeating: "a", count: 9_000))
        #expect(first.status == 500)
        #expect(try run.post(receiver.url("/other?status=204"), headers: [("X-Second", "2")], body: "b").status == 204)
        let failure = try run.post("http://127.0.0.1:1/", body: "c")
        #expect(failure.failure != nil && failure.status == nil)
        #expect(try run.post(receiver.url("/last"), body: "d").status == 200)
        let deliveries = try receiver.deliveries()
        #expect(deliveries.map(\.body) == [String(repeating: "a", count: 9_000), "b", "d"])
        #expect(deliveries.map { $0.headers["X-First"] } == ["1", nil, nil])
        #expect(deliveries.map { $0.headers["X-Second"] } == [nil, "2", nil])
    }
}
