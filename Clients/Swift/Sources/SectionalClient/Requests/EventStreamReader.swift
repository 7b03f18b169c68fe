import Foundation

/// Reads one connection of an event stream to its end.
struct EventStreamReader: Sendable {
    /// Seconds without a byte after which a stream counts as lost; the server sends something every 15 s.
    static var longestSilence: TimeInterval { 45 }

    let service: SectionalService

    init(_ service: SectionalService) { self.service = service }

    /// - Parameters:
    ///   - opened: Called when the server has taken the request.
    ///   - receive: Called with each event, in order; the next is read when it returns.
    /// - Throws: ``ListFailure``, `URLError`, or ``SessionFailure`` for an event that is too long; returns where the server ends the stream.
    func read(
        _ request: TransportRequest, opened: @Sendable () async -> Void,
        receive: @escaping @Sendable (EventStreams.Message) async -> Void
    ) async throws {
        var request = request
        request.headers["Accept"] = "text/event-stream"
        let (watch, streamRequest) = (SilenceWatch(), request)
        let stream = try await timed(watch) { try await service.open(streamRequest) }
        service.count { $0.streams += 1 }
        await opened()
        try await timed(watch) {
            var parser = EventStreamParser()
            var retry: Int?
            for try await chunk in stream.chunks {
                watch.hear()
                let events: [ServerEvent]
                do { events = try parser.feed(chunk) } catch { throw SessionFailure.goneIfLong(error) }
                if let wish = parser.retry, wish != retry {
                    retry = wish
                    await receive(.retry(Double(wish) / 1_000))
                }
                service.count { $0.events += events.count }
                for event in events { await receive(.event(event)) }
                // The screen's work on an event is not the server's silence.
                watch.hear()
            }
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
