import Foundation
import Synchronization

@testable import SectionalClient

/// A network of one list: answers come from closures, events from the test.
final class FakeTransport: Transport {
    struct State {
        var requests: [TransportRequest] = []
        var streams: [AsyncThrowingStream<Data, any Error>.Continuation] = []
        var isDown = false
    }

    private let state = Mutex(State())
    private let answer: @Sendable (TransportRequest) async throws -> TransportResponse

    init(_ answer: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) { self.answer = answer }

    /// What was asked for, oldest first: methods and what comes after the host.
    var requests: [String] { state.withLock { $0.requests.map { "\($0.method) \($0.url.path)?\($0.url.query ?? "")" } } }
    var sent: [TransportRequest] { state.withLock { $0.requests } }

    /// Without a network every request fails, and open streams end.
    func setDown(_ isDown: Bool) {
        let open = state.withLock { state in
            state.isDown = isDown
            defer { if isDown { state.streams = [] } }
            return isDown ? state.streams : []
        }
        for stream in open { stream.finish(throwing: URLError(.networkConnectionLost)) }
    }

    /// Sends an event on the stream that was opened last.
    func send(_ name: String, id: Int, _ data: String) {
        let stream = state.withLock { $0.streams.last }
        stream?.yield(Data("event: \(name)\nid: \(id)\ndata: \(data)\n\n".utf8))
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let isDown = state.withLock { state in
            state.requests.append(request)
            return state.isDown
        }
        guard !isDown else { throw URLError(.notConnectedToInternet) }
        return try await answer(request)
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        let (chunks, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        let isDown = state.withLock { state in
            state.requests.append(request)
            if !state.isDown { state.streams.append(continuation) }
            return state.isDown
        }
        guard !isDown else { throw URLError(.notConnectedToInternet) }
        return TransportStream(status: 200, chunks: chunks)
    }
}
