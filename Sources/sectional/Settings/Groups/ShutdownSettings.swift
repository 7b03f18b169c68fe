/// `shutdown.…`: how a server ends.
struct ShutdownSettings: Sendable, Equatable {
    /// How long requests that run have to finish.
    var seconds = 10.0
}
