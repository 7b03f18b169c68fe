import HTTPServing
import Logging
import Synchronization

/// Logs requests that the ``AuthenticationMiddleware`` refuses: for each reason at most one line every few seconds, with the number of those that had none.
final class RefusalLog: Sendable {
    enum Reason: String, CaseIterable {
        case unknownToken = "refused an unknown token"
        case expiredToken = "refused an expired token"
        case tooMany = "refused requests over the rate limit"
        case crossSite = "refused a write of a page of another origin"
        case crossSiteLoad = "refused to load something into a page of another site"
    }

    /// Milliseconds between two lines of a reason.
    private static let pause: Int64 = 5_000

    private struct Past {
        var next = Int64.min
        /// Refusals without a line since the last one.
        var suppressed = 0
    }

    private let logger: Logger
    private let past = Mutex<[Reason: Past]>([:])

    init(logger: Logger) {
        self.logger = logger
    }

    /// Notes a refusal.
    ///
    /// - Parameters:
    ///   - sender: The name of the token, where it is known.
    ///   - now: Milliseconds since 1970.
    func note(_ reason: Reason, _ request: Request, sender: String? = nil, from client: PeerAddress?, now: Int64) {
        let suppressed: Int? = past.withLock { past in
            // A clock that was set back must not silence the log.
            let entry = past[reason] ?? Past()
            guard now >= entry.next || now < entry.next - Self.pause else {
                past[reason]?.suppressed += 1
                return nil
            }
            past[reason] = Past(next: now + Self.pause)
            return entry.suppressed
        }
        guard let suppressed else { return }
        var metadata: Logger.Metadata = ["request_id": "\(request.id)", "path": "\(Substring(request.target.rawPath.prefix(512)))"]
        if let client { metadata["client"] = "\(client)" }
        if let sender { metadata["token"] = "\(sender)" }
        if suppressed > 0 { metadata["suppressed"] = "\(suppressed)" }
        logger.warning("\(reason.rawValue)", metadata: metadata)
    }
}
