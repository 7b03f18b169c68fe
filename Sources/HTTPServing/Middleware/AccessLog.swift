import HTTPTypes
public import Logging

/// Writes one line to the log for each answer.
///
/// The line's metadata are `method`, `path` (as sent, without the query), `status`, `bytes` of the body (absent for a stream),
/// `duration_ms` until the response was made, and `request_id`. While the logger's level is above the log's, a request costs one
/// comparison.
public struct AccessLog: Middleware {
    private let logger: Logger
    private let level: Logger.Level

    public init(logger: Logger, level: Logger.Level = .info) {
        self.logger = logger
        self.level = level
    }

    public func respond(to request: Request, next: any Responder) -> Answer {
        guard logger.logLevel <= level else { return next.respond(to: request) }
        let start = ContinuousClock.now
        let answer = next.respond(to: request)
        return answer.map { response in
            write(request, response, start.duration(to: .now))
            return response
        }
    }

    private func write(_ request: Request, _ response: Response, _ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let microseconds = Double(seconds) * 1_000_000 + Double(attoseconds) / 1_000_000_000_000
        var metadata: Logger.Metadata = [
            "method": "\(request.method.rawValue)",
            "path": "\(Substring(request.target.rawPath))",
            "status": "\(response.status.code)",
            "duration_ms": "\((microseconds).rounded() / 1_000)",
            "request_id": "\(request.id)",
        ]
        if let bytes = response.body.byteCount { metadata["bytes"] = "\(bytes)" }
        logger.log(level: level, "answered", metadata: metadata)
    }
}
