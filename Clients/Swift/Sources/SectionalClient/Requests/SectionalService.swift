public import Foundation

/// A server, and how to be let in. One for an app: its lists share event streams, counts and a log.
public final class SectionalService: Sendable {
    private struct State {
        var account: String?
        var counts = ServiceCounts()
    }

    let base: URL
    /// The lists that the app has providers of.
    let lists = ServedLists()
    let streams = EventStreams()
    private let transport: any Transport
    private let tokens: TokenSource?
    private let headers: [String: String]
    private let log: (@Sendable (LogLevel, String) -> Void)?
    private let state: Locked<State>

    /// - Parameters:
    ///   - base: The server's address, with the path before `/lists` where there is one.
    ///   - account: Who is signed in, by any text that stays the same for one user. What is kept between runs of the app, lists and writes that
    ///     wait, is this account's alone. Nil for an app in which nobody signs in.
    ///   - transport: Sends the requests.
    ///   - headers: Headers of each request, beside those of the client, which come first.
    ///   - token: Asked before each request, and once for a token that got a 401, however many requests did; nil sends none. May wait for a
    ///     sign-in; called from any thread. An error that it throws counts as a refusal by the server, a `URLError` as a lost connection.
    ///   - log: Takes a line for each request and its answer, without tokens and bodies; called from any thread. On Apple's platforms
    ///     `SectionalService.systemLog(subsystem:)` is one.
    public init(
        _ base: URL, account: String? = nil, transport: any Transport = URLSessionTransport.shared, headers: [String: String] = [:],
        token: (@Sendable (TokenRequest) async throws -> String?)? = nil, log: (@Sendable (LogLevel, String) -> Void)? = nil
    ) {
        self.base = base
        self.transport = transport
        self.headers = headers
        self.log = log
        tokens = token.map(TokenSource.init)
        state = Locked(State(account: account))
    }

    /// The name of who is signed in; part of the folder of lists.
    public var account: String? { state.withLock { $0.account } }

    /// The counts of all requests of this run.
    public var counts: ServiceCounts { state.withLock { $0.counts } }

    func enter(_ account: String?) async {
        state.withLock { $0.account = account }
        await tokens?.forgetAll()
        await streams.forgetRefusals()
    }

    func count(_ change: (inout ServiceCounts) -> Void) { state.withLock { change(&$0.counts) } }

    /// Removes all that is kept for the account, writes that wait for the server too: nobody else has them.
    ///
    /// For signing out. Stop the account's ``RemoteDataProvider``s before, and let them go.
    public func discard(from cache: ListCache = .caches) throws { try cache.discard(base, for: account) }

    /// - Parameter path: Below the server's address, percent-encoded, with its query.
    func request(_ method: String = "GET", _ path: String, timeout: TimeInterval = 30) throws -> TransportRequest {
        let root = base.absoluteString.hasSuffix("/") ? base.absoluteString : base.absoluteString + "/"
        guard let url = URL(string: root + path) else { throw URLError(.badURL) }
        return TransportRequest(method, url, headers: headers, timeout: timeout)
    }

    /// - Throws: ``ListFailure`` for any answer but 2xx, `URLError` for none.
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let response = try await admitted(request, \.status) { try await transport.send($0) }
        count { $0.receivedBytes += response.body.count }
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
        guard let given = try await ask(.next) else { return try await watched(request, status, send) }
        try Task.checkCancellation()
        let answer = try await watched(request.with(token: given), status, send)
        guard status(answer) == 401 else { return answer }
        try Task.checkCancellation()
        guard let fresh = try await ask(.refused(given)) else { return answer }
        try Task.checkCancellation()
        let second = try await watched(request.with(token: fresh), status, send)
        if status(second) == 401 { await tokens?.forget(fresh) }
        return second
    }

    /// Sends once, counts it, and writes it to the log.
    private func watched<Answer>(
        _ request: TransportRequest, _ status: (Answer) -> Int, _ send: (TransportRequest) async throws -> Answer
    ) async throws -> Answer {
        let start = ProcessInfo.processInfo.systemUptime
        count {
            $0.requests += 1
            $0.sentBytes += request.body?.count ?? 0
        }
        func note(_ level: LogLevel, _ end: String) {
            let milliseconds = Int((ProcessInfo.processInfo.systemUptime - start) * 1_000)
            log?(level, "\(request.method) \(request.url.path) \(end), \(milliseconds) ms")
        }
        do {
            let answer = try await send(request)
            let isRefused = status(answer) >= 400
            if isRefused { count { $0.refusals += 1 } }
            note(isRefused ? .error : .debug, "\(status(answer))")
            return answer
        } catch {
            let isCancelled = Task.isCancelled || (error as? URLError)?.code == .cancelled
            if !isCancelled { count { $0.failures += 1 } }
            note(isCancelled ? .debug : .error, isCancelled ? "cancelled" : "\(error)")
            throw error
        }
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
