#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// `URLSession` by its delegate: the one way to read a body as it comes that Apple's platforms and Linux share.
public final class URLSessionTransport: Transport {
    /// The transport of ``SectionalService`` where none is given.
    public static let shared = URLSessionTransport()

    private let configuration: URLSessionConfiguration
    private let session: URLSession
    private let exchanges = SessionRequestTable()

    /// - Parameter configuration: Its cache is not used: the client asks for versions that never change, and keeps what it shows.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        // One stream a list stays open beside the pages.
        configuration.httpMaximumConnectionsPerHost = max(configuration.httpMaximumConnectionsPerHost, 16)
        self.configuration = configuration
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let stream = try await open(request, most: URLError.longestBody)
        var body = Data()
        for try await chunk in stream.chunks {
            guard body.count + chunk.count <= URLError.longestBody else { throw URLError(.dataLengthExceedsMaximum) }
            body.append(chunk)
        }
        // A cancelled reader sees the end of the body, not an error.
        if Task.isCancelled { throw URLError(.cancelled) }
        return TransportResponse(status: stream.status, headers: stream.headers, body: body)
    }

    public func open(_ request: TransportRequest) async throws -> TransportStream {
        try await open(request, most: URLError.mostUnread)
    }

    private func open(_ request: TransportRequest, most: Int) async throws -> TransportStream {
        var native = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: request.timeout)
        native.httpMethod = request.method
        for (name, value) in request.headers { native.setValue(value, forHTTPHeaderField: name) }
        native.httpBody = request.body
        let (task, exchange) = add(native, most)
        return try await withTaskCancellationHandler {
            task.resume()
            return try await exchange.open()
        } onCancel: {
            task.cancel()
        }
    }

    private func add(_ request: URLRequest, _ most: Int) -> (URLSessionDataTask, SessionRequest) {
        #if canImport(FoundationNetworking)
            // There, libcurl sends a request once more when its connection has died, waits for a body that cannot be rewound, and so hangs until
            // the timeout. A session of its own has no connection that was used before.
            if request.httpBody != nil {
                let exchanges = SessionRequestTable()
                let session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
                defer { session.finishTasksAndInvalidate() }
                return Self.add(request, most, to: session, exchanges)
            }
        #endif
        return Self.add(request, most, to: session, exchanges)
    }

    private static func add(
        _ request: URLRequest, _ most: Int, to session: URLSession, _ exchanges: SessionRequestTable
    ) -> (URLSessionDataTask, SessionRequest) {
        let task = session.dataTask(with: request)
        let exchange = SessionRequest(most: most) { [weak task] in task?.cancel() }
        exchanges.add(exchange, for: task.taskIdentifier)
        return (task, exchange)
    }
}
