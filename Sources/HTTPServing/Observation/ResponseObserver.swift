/// Sees every response, to count or to log it. Runs on the server's own threads, and never blocks for long.
public protocol ResponseObserver: AnyObject, Sendable {
    /// Observes that a response was made. The response of a stream is still to be sent.
    func answered(_ request: Request, _ response: Response, _ info: ResponseInfo)
    /// Returns the counter that adds up the bytes of a stream in place of ``streamed(_:_:_:_:)``; `nil` if the observer wants each piece.
    func streamBytes(_ request: Request, _ response: Response, _ info: ResponseInfo) -> StreamByteCount?
    /// A stream gave `count` more bytes.
    func streamed(_ count: Int, _ request: Request, _ response: Response, _ info: ResponseInfo)
    /// A stream has come to its end, or its connection has; called once for each.
    func ended(_ request: Request, _ response: Response, _ info: ResponseInfo)
}

extension ResponseObserver {
    public func streamBytes(_ request: Request, _ response: Response, _ info: ResponseInfo) -> StreamByteCount? { nil }
    public func streamed(_ count: Int, _ request: Request, _ response: Response, _ info: ResponseInfo) {}
    public func ended(_ request: Request, _ response: Response, _ info: ResponseInfo) {}
}
