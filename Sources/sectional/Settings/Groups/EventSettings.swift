/// `events.…`: how event streams behave.
struct EventSettings: Sendable, Equatable {
    /// The most seconds of silence.
    var heartbeat = 15.0
}
