import Foundation
import TestSupport
import Testing

@testable import SectionalClient

@Suite("A search over the network")
@MainActor
struct RemoteDataProviderSearchTests {
    @Test("searches the newest version on the server, with any text, and changes nothing on the screen")
    func search() async throws {
        let list = try FakeList { request in
            guard request.url.path.hasSuffix("/search") else { return FakeList.problem(404, "not-found") }
            let answer = """
                {"list":"l","version":2,"words":["par"],"itemCount":null,"complete":false,"offset":50,
                 "items":[{"id":"x","indexPath":[0,7],"type":null,"cell":"Cell","revision":1,"value":7}]}
                """
            return TransportResponse(status: 200, headers: [:], body: Data(answer.utf8))
        }
        try await list.load()
        let found = try await list.provider.search("a&b é+", offset: 50)
        #expect(found.version == 2 && found.words == ["par"] && found.itemCount == nil && !found.isComplete && found.offset == 50)
        #expect(found.rows.map(\.id) == ["x"] && found.rows.first?.value == 7 && list.provider.version == 1)
        #expect(list.transport.sent.last?.url.query == "q=a%26b%20%C3%A9%2B&offset=50&limit=50")
    }

    @Test("throws the server's refusal of a list that is not searched")
    func refusal() async throws {
        let list = try FakeList { _ in FakeList.problem(409, "not-searchable") }
        try await list.load()
        do {
            _ = try await list.provider.search("a")
            Issue.record("nothing was thrown")
        } catch ListFailure.invalid(let problem) {
            #expect(problem.known == .notSearchable)
        }
    }
}
