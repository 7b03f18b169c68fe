import HTTPServing
import HTTPTypes
import Synchronization

/// What reached a responder: method and target of each request, in order.
final class SeenRequests: Sendable {
    private let requests = Mutex<[String]>([])

    var all: [String] { requests.withLock { $0 } }

    func answer(_ request: Request) -> PendingResponse {
        requests.withLock { $0.append("\(request.method.rawValue) \(request.target.raw)") }
        return .response(Response(status: .ok, body: .bytes(request.body)))
    }

    func forget() { requests.withLock { $0 = [] } }
}
