/// `shutdown.…`: how a server ends.
public struct ShutdownSettings: Sendable, Equatable {
    /// How long requests that run have to finish.
    public var seconds = 10.0
}
