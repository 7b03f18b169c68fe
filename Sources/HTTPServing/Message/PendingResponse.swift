/// The answer of a responder: a response at once, one that another thread will have, or one that depends on the body.
public enum PendingResponse: Sendable {
    /// Sent by the thread that asked.
    case response(Response)
    /// The connection waits without a thread.
    case deferred(any DeferredResponse)
    /// The answer is the receiver's, when it has the body. To a request whose body does not come in pieces
    /// (``Admission/inPieces``) the body is handed over as a whole.
    case receiving(any BodyReceiver)

    /// The answer to a body that is in memory as a whole, where the answer depends on it.
    ///
    /// - Parameter count: The most bytes that a receiver gets at once, at least one.
    public func receiving(_ body: [UInt8], inPiecesOf count: Int = .max) -> PendingResponse {
        guard case .receiving(let receiver) = self else { return self }
        return receiver.take(body, inPiecesOf: count)
    }
}
