/// The outcome of a read of a ``BodyStream``.
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
