/// One attempt to deliver an event, and what came of it.
public struct DeliveryAttempt: Sendable, Equatable {
    /// The error of a delivery that was not sent, since its webhook no longer names the event's type or list.
    static let outOfReachError = "out of reach"

    /// When it began: milliseconds since 1970, UTC.
    public let at: Int64
    /// `nil` where no answer came.
    public let statusCode: Int?
    /// Why it failed, in words; `nil` for a success.
    public let error: String?
    public let durationMilliseconds: Int64
    /// The beginning of the answer's body, at most 4 KiB, as the text that its bytes are in UTF-8.
    public let responseBody: String

    public init(at: Int64, statusCode: Int?, error: String?, durationMilliseconds: Int64, responseBody: String) {
        self.at = at
        self.statusCode = statusCode
        self.error = error
        self.durationMilliseconds = durationMilliseconds
        self.responseBody = responseBody
    }

    /// Returns the log entry of a delivery that was not sent, since its webhook no longer names the event's type or list.
    ///
    /// - Parameter time: Milliseconds since 1970, UTC.
    public static func outOfReach(at time: Int64) -> DeliveryAttempt {
        DeliveryAttempt(at: time, statusCode: nil, error: outOfReachError, durationMilliseconds: 0, responseBody: "")
    }

    /// Whether nothing was sent, since the webhook no longer named the event's type or list.
    public var isOutOfReach: Bool { statusCode == nil && error == Self.outOfReachError }
}
