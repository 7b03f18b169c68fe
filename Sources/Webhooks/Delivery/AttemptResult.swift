/// The result of one attempt to send, before it is judged.
public struct AttemptResult: Sendable, Equatable {
    /// When it began: milliseconds since 1970, UTC.
    public let startedAt: Int64
    public let durationMilliseconds: Int64
    /// `nil` where no answer came.
    public let statusCode: Int?
    /// Why no whole answer came, in words; `nil` where one did, whatever it says.
    public let error: String?
    /// The answer's `Retry-After` field as it came (RFC 9110, 10.2.3).
    public let retryAfter: String?
    /// The beginning of the answer's body, at most 4 KiB.
    public let responseBody: String

    public init(
        startedAt: Int64, durationMilliseconds: Int64, statusCode: Int?, error: String? = nil, retryAfter: String? = nil,
        responseBody: String = ""
    ) {
        self.startedAt = startedAt
        self.durationMilliseconds = durationMilliseconds
        self.statusCode = statusCode
        self.error = error
        self.retryAfter = retryAfter
        self.responseBody = responseBody
    }

    /// Why the receiver has not taken the event, in words; `nil` where it has.
    var failure: String? {
        if let error { return error }
        return switch statusCode {
        case .some(200...299): nil
        case .some(let status) where (300...399).contains(status): "it answered \(status), and redirects are not followed"
        case .some(410): "it answered 410: it wants no more events"
        case .some(let status): "it answered \(status)"
        case nil: "no answer came"
        }
    }
}
