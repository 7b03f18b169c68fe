public import Foundation

/// A server, and how to be let in. One for an app.
public struct SectionalService: Sendable {
    let base: URL
    /// The name of who is signed in; part of the folder of lists.
    public let account: String?
    private let transport: any Transport
    private let tokens: TokenSource?

    /// - Parameters:
    ///   - base: The server's address, with the path before `/lists` where there is one.
    ///   - account: Who is signed in, by any text that stays the same for one user. What is kept between runs of the app, lists and writes that
    ///     wait, is this account's alone. Nil for an app in which nobody signs in.
    ///   - transport: Sends the requests.
    ///   - token: Asked before each request, and once for a token that got a 401, however many requests did; nil sends none. May wait for a
    ///     sign-in; called from any thread. An error that it throws counts as a refusal by the server, a `URLError` as a lost connection.
    public init(
        _ base: URL, account: String? = nil, transport: any Transport = URLSessionTransport.shared,
        token: (@Sendable (TokenRequest) async throws -> String?)? = nil
    ) {
        self.base = base
        self.account = account
        self.transport = transport
        tokens = token.map(TokenSource.init)
    }

    /// Removes all that is kept for the account, writes that wait for the server too: nobody else has them.
    ///
    /// For signing out. Stop the account's ``RemoteDataProvider``s before, and let them go.
    public func discard(from cache: ListCache = .caches) throws { try cache.discard(base, for: account) }

    /// - Parameter path: Below the server's address, percent-encoded, with its query.
    func request(_ method: String = "GET", _ path: String, timeout: TimeInterval = 30) throws -> TransportRequest {
        let root = base.absoluteString.hasSuffix("/") ? base.absoluteString : base.absoluteString + "/"
        guard let url = URL(string: root + path) else { throw URLError(.badURL) }
        return TransportRequest(method, url, timeout: timeout)
    }

    /// - Throws: ``ListFailure`` for any answer but 2xx, `URLError` for none.
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let response = try await admitted(request, \.status) { try await transport.send($0) }
        guard (200..<300).contains(response.status) else { throw ListFailure(Problem(response)) }
        return response
    }

    /// - Throws: as ``send(_:)``.
    func open(_ request: TransportRequest) async throws -> TransportStream {
        let stream = try await admitted(request, \.status) { try await transport.open($0) }
        guard stream.status != 200 else { return stream }
        var body = Data()
        for try await chunk in stream.chunks where body.count < 1 << 20 { body.append(chunk) }
        throw ListFailure(Problem(TransportResponse(status: stream.status, headers: stream.headers, body: body)))
    }

    /// Sends with a token, and once more with a fresh one where the first is refused. A request that was called back is not sent with a token that
    /// came since: it may be somebody else's.
    private func admitted<Answer>(
        _ request: TransportRequest, _ status: (Answer) -> Int, _ send: (TransportRequest) async throws -> Answer
    ) async throws -> Answer {
        guard let given = try await ask(.next) else { return try await send(request) }
        try Task.checkCancellation()
        let answer = try await send(request.with(token: given))
        guard status(answer) == 401 else { return answer }
        try Task.checkCancellation()
        guard let fresh = try await ask(.refused(given)) else { return answer }
        try Task.checkCancellation()
        let second = try await send(request.with(token: fresh))
        if status(second) == 401 { await tokens?.forget(fresh) }
        return second
    }

    private func ask(_ wish: TokenRequest) async throws -> String? {
        do {
            return try await tokens?.answer(wish)
        } catch let error as URLError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            throw ListFailure.unauthorized(Problem(slug: ProblemSlug.unauthorized.rawValue, status: 401, title: "\(error)"))
        }
    }
}

/// Why a token is asked for.
public enum TokenRequest: Sendable, Hashable {
    /// A request is about to be sent.
    case next
    /// The server has refused this token: it is over, or was taken back.
    case refused(String)
}

extension TransportRequest {
    fileprivate func with(token: String) -> TransportRequest {
        var request = self
        request.headers["Authorization"] = "Bearer \(token)"
        return request
    }
}

extension Problem {
    /// Reads the problem of an answer; one without a document has its status alone.
    init(_ response: TransportResponse) {
        self = (try? JSONDecoder().decodeExactly(Problem.self, from: response.body)) ?? Problem(slug: "", status: response.status)
        status = response.status
        requestID = response.headers["request-id"]
        retryAfter = response.headers["retry-after"].flatMap(Self.seconds)
    }

    /// Whole seconds, an hour at most; nil for a date, and for what is no number.
    private static func seconds(_ text: String) -> TimeInterval? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text).map { TimeInterval(min($0, 3_600)) } ?? 3_600
    }
}
