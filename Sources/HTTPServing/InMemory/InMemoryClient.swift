public import HTTPTypes

/// Drives a responder without a network: what tests of an application use.
///
/// A request reaches the responder as a server would hand it over; a deferred answer is waited for.
public struct InMemoryClient: Sendable {
    private let responder: any Responder

    public init(_ responder: any Responder) {
        self.responder = responder
    }

    /// The response to one request; its body may be read with ``ResponseBody/collected()``.
    public func send(
        _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], body: [UInt8] = [], id: String = "in-memory"
    ) async -> Response {
        let request = Request(method: method, target: RequestTarget(target), headers: headers, body: body, id: id)
        return await responder.respond(to: request).response()
    }

    /// The same with a body of text.
    public func send(
        _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], body: String
    ) async -> Response {
        await send(method, target, headers: headers, body: Array(body.utf8))
    }
}
