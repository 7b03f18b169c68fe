/// A query parameter that cannot be decoded.
public struct QueryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The parameter's name: decoded where that is possible, else as sent.
    public let parameter: String
    public let reason: PercentDecodingError

    public init(parameter: String, reason: PercentDecodingError) {
        self.parameter = parameter
        self.reason = reason
    }

    public var description: String { "The parameter has \(reason)." }
}
