/// A body made piece by piece on the server's threads.
public protocol BodyStream: AnyObject, Sendable {
    /// Fills `buffer` with the next bytes. Never blocks; one call at a time, on any of the server's threads.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead
    /// Has `wake` called, once, when `read` would no longer answer `.waiting`. Called after each `.waiting`; `wake` may be called at
    /// once, from any thread, and more often than needed. It never calls back into the stream.
    func whenReady(_ wake: @escaping @Sendable () -> Void)
    /// The server is stopping: what `read` still gives is sent, and its next `.waiting` counts as the end. Called at most once, from
    /// any thread, also while `read` runs.
    func serverStops()
    /// The connection has ended, with or without the body's end. Called exactly once.
    func close()
}

extension BodyStream {
    public func serverStops() {}
}
