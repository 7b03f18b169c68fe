/// A response that something else has to happen for first: a write, a change of a list, the end of a time.
public protocol DeferredResponse: AnyObject, Sendable {
    /// Begins what the response waits for. Called at most once. Calls `ready` once, from any thread, at once or later.
    func start(_ ready: @escaping @Sendable () -> Void)
    /// Makes the response, on one of the server's own threads, once it is ready. Called at most once; not at all where nobody waits any more.
    func makeResponse() -> Response
}
