public import HTTPServing
public import HTTPTypes

/// Drives a responder without a network: what tests of an application use.
///
/// A request reaches the responder as a server would hand it over, its body in pieces where it wants that, however long it is; a
/// deferred answer is waited for.
public struct InMemoryClient: Sendable {
    private let responder: any Responder
    private let piece: Int

    /// - Parameter piece: The most bytes of a body that are handed over at once, at least one.
    public init(_ responder: any Responder, piece: Int = 16_384) {
        self.responder = responder
        self.piece = piece
    }

    /// The response to one request; its body may be read with ``ResponseBody/collected()``.
    public func send(
        _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], body: [UInt8] = [], id: String = "in-memory"
    ) async -> Response {
        var request = Request(method: method, target: RequestTarget(target), headers: headers, body: [], id: id)
        let response = await response(to: &request, body)
        return responder.finalize(response, to: request)
    }

    private func response(to request: inout Request, _ body: [UInt8]) async -> Response {
        if !body.isEmpty {
            let admission = responder.admit(&request)
            request.isAdmitted = true
            switch admission {
            case .refused(let response):
                return response
            case .inPieces:
                return await responder.respond(to: &request).receiving(body, inPiecesOf: piece).response()
            case .collected:
                request.body = body
            }
        }
        let answer = responder.respond(to: &request).receiving(body)
        request.body = []
        return await answer.response()
    }

    /// The same with a body of text.
    public func send(
        _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], body: String
    ) async -> Response {
        await send(method, target, headers: headers, body: Array(body.utf8))
    }
}
