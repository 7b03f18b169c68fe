/// Counts of what a service has sent and received in this run of the app.
public struct ServiceCounts: Sendable, Equatable {
    /// Requests, those that were sent again with a fresh token among them.
    public internal(set) var requests = 0
    /// Answers with a status of 400 or more.
    public internal(set) var refusals = 0
    /// Requests without an answer, but for those that the client itself has called back.
    public internal(set) var failures = 0
    /// Event streams that the server has opened.
    public internal(set) var streams = 0
    /// Events of these streams.
    public internal(set) var events = 0
    /// Bytes of bodies that were sent.
    public internal(set) var sentBytes = 0
    /// Bytes of bodies that came as a whole, as the app got them: what was compressed counts as it is.
    public internal(set) var receivedBytes = 0
}
