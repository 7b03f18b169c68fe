/// Takes a request's body piece by piece while it arrives, however long it is.
///
/// A server calls `receive` any number of times, then exactly one of `finish` and `cancel`; after a refusal neither. Calls come one at a
/// time, on the server's threads, and the client sends on only as fast as `receive` returns: it works, but never waits for long.
public protocol BodyReceiver: AnyObject, Sendable {
    /// Hands over what ends the request while no byte comes. Called once, before anything else.
    ///
    /// - Parameter end: Sends a response and ends the connection; any thread may call it, not once `finish` or `cancel` was called.
    func canEnd(_ end: @escaping @Sendable (Response) -> Void)
    /// Takes the next bytes, at least one; they are gone when it returns.
    ///
    /// - Returns: A response that refuses the rest of the body, which is then not read: the connection closes after it. `nil` goes on.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Response?
    /// The body is complete: answers the request, with a response or deferred.
    func finish() -> PendingResponse
    /// The body will not be complete: the client has gone or came to a standstill, or the server stops.
    func cancel()
}

extension BodyReceiver {
    public func canEnd(_ end: @escaping @Sendable (Response) -> Void) {}

    /// Takes a body that is in memory as a whole.
    ///
    /// - Parameter count: The most bytes of a piece, at least one.
    func take(_ body: [UInt8], inPiecesOf count: Int) -> PendingResponse {
        let refusal: Response? = body.withUnsafeBytes { body in
            var rest = body[...]
            while !rest.isEmpty {
                if let refusal = receive(UnsafeRawBufferPointer(rebasing: rest.prefix(count))) { return refusal }
                rest = rest.dropFirst(count)
            }
            return nil
        }
        return refusal.map { .response($0) } ?? finish()
    }
}
