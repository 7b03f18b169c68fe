import HTTPTypes
import Testing

@testable import ListAPI

@Suite("Many tokens")
struct ManyTokensTests {
    @Test("a request's token is compared with one of them at most, known or not")
    func lookUp() {
        let tokens = (0..<10_000).map { TestTokens.token("token \($0)", .read) }
        let known = BearerTokens(tokens: tokens)
        for number in [0, 17, 9_999] {
            let found = known.candidates(for: SHA256Digest(of: Array("token \(number)".utf8)))
            #expect(found == [tokens[number]])
        }
        #expect(known.candidates(for: SHA256Digest(of: Array("guess".utf8))).isEmpty)
    }

    @Test("of two entries with one digest the last counts")
    func twice() async throws {
        let api = try TestAPI { $0.tokens = [TestTokens.token("t", .read), TestTokens.token("t", .write)] }
        #expect(try await api.send(.put, "/lists/a", TestTokens.bearer("t"), body: "[]").status == 201)
    }
}
