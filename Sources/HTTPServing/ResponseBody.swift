/// The body of a response.
public enum ResponseBody: Sendable {
    case empty
    /// Bytes made for this response alone.
    case bytes([UInt8])
    /// A body and its header block made once and sent many times; the body is never copied. The block's headers come before the
    /// response's own.
    case prepared(PreparedResponse)
    /// A body made piece by piece while it is sent, of unknown length.
    case stream(any BodyStream)
}

/// A body made piece by piece on the server's threads.
public protocol BodyStream: AnyObject, Sendable {
    /// Fills `buffer` with the next bytes. Never blocks; one call at a time, on any of the server's threads.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyStreamRead
    /// Asks to be told, once, when `read` would no longer answer `.waiting`. Called after each `.waiting`, before the connection
    /// is suspended; `wake` may be called at once, from any thread.
    func whenReady(_ wake: @escaping @Sendable () -> Void)
    /// The connection has ended, with or without the body's end. Called exactly once.
    func close()
}

/// What a read of a ``BodyStream`` gave.
public enum BodyStreamRead: Sendable, Equatable {
    /// Bytes written into the buffer, at least one.
    case bytes(Int)
    /// Nothing now, more later.
    case waiting
    /// The body is complete.
    case end
    /// The body cannot be completed: the connection is closed so that the client sees it cut.
    case failed
}
