/// Asks an app for its tokens. Requests that are refused with one token at once, or one after another, share one fresh token.
actor TokenSource {
    typealias Ask = @Sendable (TokenRequest) async throws -> String?

    private let ask: Ask
    /// Questions that are not answered yet, by the token that was refused.
    private var questions: [String: Task<String?, any Error>] = [:]
    /// The last answer, for requests that were under way with the token before it.
    private var last: (refused: String, fresh: String)?

    init(_ ask: @escaping Ask) { self.ask = ask }

    func answer(_ wish: TokenRequest) async throws -> String? {
        guard case .refused(let token) = wish else { return try await ask(wish) }
        if let question = questions[token] { return try await question.value }
        if let last, last.refused == token { return last.fresh }
        let question = Task { [ask] in try await ask(wish) }
        questions[token] = question
        defer { questions[token] = nil }
        let fresh = try await question.value
        if let fresh, fresh != token { last = (token, fresh) }
        return fresh
    }

    /// Somebody else is signed in.
    func forgetAll() { last = nil }

    /// A fresh token was refused too.
    func forget(_ fresh: String) {
        if last?.fresh == fresh { last = nil }
    }
}
