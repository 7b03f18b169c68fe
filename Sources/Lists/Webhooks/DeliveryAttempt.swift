/// One attempt to deliver an event, and what came of it.
public struct DeliveryAttempt: Sendable, Equatable {
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
}
