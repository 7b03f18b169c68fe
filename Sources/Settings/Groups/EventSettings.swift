/// `events.…`: how event streams behave.
public struct EventSettings: Sendable, Equatable {
    /// The most seconds of silence.
    public var heartbeat = 15.0
}
