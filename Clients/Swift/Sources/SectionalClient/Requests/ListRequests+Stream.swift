import Foundation

/// An event on a list's event stream.
enum StreamEvent<Item: Codable & Sendable>: Sendable {
    case change(ChangesAnswer<Item>)
    case reset(ListVersion)
    case deleted(ListVersion)
    /// Seconds that the server wants to pass before the next connection.
    case retry(TimeInterval)
    /// A change that is not the contract's.
    case unreadable
}

extension ListRequests {
    /// Seconds without a byte after which a stream counts as lost; the server sends something every 15 s.
    static var longestSilence: TimeInterval { 45 }

    /// The watch below knows of silence; a transport that counts the whole time must not end a stream.
    private static var longestStream: TimeInterval { 86_400 }

    /// Follows the list until the stream ends.
    ///
    /// - Parameters:
    ///   - opened: Called when the server has taken the request.
    ///   - receive: Called with each event, in order; the next is read when it returns.
    /// - Throws: ``ListFailure``, `URLError`, or ``SessionFailure`` for an event that is too long; returns where the server ends the stream.
    func follow(
        since version: ListVersion, of created: String? = nil, opened: @Sendable () async -> Void,
        receive: @escaping @Sendable (StreamEvent<Item>) async -> Void
    ) async throws {
        let pace = options.every.map { "&every=\($0)" } ?? ""
        var request = try request("events?max=\(Self.mostOperations)\(pace)\(Self.query(created))", timeout: Self.longestStream)
        request.headers["Last-Event-ID"] = "\(version)"
        try await read(request, opened, receive)
    }

    /// Follows a list that is not there yet, until the stream ends; otherwise as ``follow(since:of:opened:receive:)``.
    func awaitList(
        opened: @Sendable () async -> Void, receive: @escaping @Sendable (StreamEvent<Item>) async -> Void
    ) async throws {
        // The list's content is loaded when there is a list.
        let path = "events?lists=\(list.percentEncoded)&max=1"
        try await read(service.request("GET", path, timeout: Self.longestStream), opened, receive)
    }

    private func read(
        _ request: TransportRequest, _ opened: @Sendable () async -> Void, _ receive: @escaping @Sendable (StreamEvent<Item>) async -> Void
    ) async throws {
        var request = request
        request.headers["Accept"] = "text/event-stream"
        let (watch, streamRequest) = (SilenceWatch(), request)
        let stream = try await timed(watch) { try await service.open(streamRequest) }
        await opened()
        try await timed(watch) {
            var parser = EventStreamParser()
            var retry: Int?
            for try await chunk in stream.chunks {
                watch.hear()
                let events: [ServerEvent]
                do { events = try parser.feed(chunk) } catch { throw Self.goneIfLong(error) }
                if let wish = parser.retry, wish != retry {
                    retry = wish
                    await receive(.retry(Double(wish) / 1_000))
                }
                for event in events {
                    guard let event = read(event) else { continue }
                    await receive(event)
                }
                // The screen's work on an event is not the server's silence.
                watch.hear()
            }
        }
    }

    private func read(_ event: ServerEvent) -> StreamEvent<Item>? {
        let data = Data(event.data.utf8)
        switch event.name {
        case "change": return (try? decoder.decodeExactly(ChangesAnswer<Item>.self, from: data)).map { .change($0) } ?? .unreadable
        case "reset": return (try? decoder.decodeExactly(VersionAnswer.self, from: data)).map { .reset($0.version) } ?? .unreadable
        case "deleted": return (try? decoder.decodeExactly(VersionAnswer.self, from: data)).map { .deleted($0.version) } ?? .unreadable
        default: return nil
        }
    }

    /// Runs `body`, and gives up on it after a silence.
    private func timed<Result: Sendable>(
        _ watch: SilenceWatch, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await watch.untilSilent(for: Self.longestSilence)
                throw URLError(.timedOut)
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw URLError(.cancelled)
        }
    }
}
