import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The delegate of a session: hands what comes to the ``SessionRequest`` of its task.
final class SessionRequestTable: NSObject, URLSessionDataDelegate {
    private let exchanges = Locked<[Int: SessionRequest]>([:])

    func add(_ exchange: SessionRequest, for task: Int) { exchanges.withLock { $0[task] = exchange } }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let http = response as? HTTPURLResponse
        var headers: [String: String] = [:]
        for (name, value) in http?.allHeaderFields ?? [:] {
            if let name = name as? String, let value = value as? String { headers[name] = value }
        }
        exchange(dataTask.taskIdentifier)?.receive(status: http?.statusCode ?? 0, headers: headers)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(dataTask.taskIdentifier)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.finish(error)
    }

    private func exchange(_ task: Int) -> SessionRequest? { exchanges.withLock { $0[task] } }
}
