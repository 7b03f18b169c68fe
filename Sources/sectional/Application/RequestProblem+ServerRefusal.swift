import MicroHTTPServer
import Wire

extension RequestProblem {
    /// The problem for bytes that the server refuses before they are a request.
    init(_ refusal: ServerRefusal) {
        switch refusal {
        case .bodyTooLarge(let limit): self.init(.tooLarge, "A body has at most \(limit) bytes.")
        case .targetTooLong(let limit): self.init(.uriTooLong, "A request's target has at most \(limit) bytes.")
        case .headersTooLarge(let limit): self.init(.headersTooLarge, "A request's headers have at most \(limit) bytes together.")
        case .malformed(let reason): self.init(.malformedRequest, reason)
        case .misdirected: self.init(.misdirectedRequest, "This server does not answer to the host that the request names.")
        case .outOfMemory: self.init(.unavailable, "The server's memory for requests is used up at the moment; nothing has changed.")
        case .shuttingDown: self.init(.unavailable, "The server is shutting down.")
        }
    }
}
