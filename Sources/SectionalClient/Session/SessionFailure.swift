import Foundation

/// Why something that the session asked for did not come.
enum SessionFailure: Error, Equatable {
    /// No answer, or one that says to come again.
    case network(retryAfter: TimeInterval)
    /// The version is out of the history.
    case versionGone
    /// What waiting does not help against.
    case final(ListFailure)

    init(_ error: any Error) {
        switch error {
        case let failure as SessionFailure: self = failure
        case let failure as ListFailure where failure.isTemporary: self = .network(retryAfter: failure.problem?.retryAfter ?? 0)
        case ListFailure.versionGone: self = .versionGone
        case let failure as ListFailure: self = .final(failure)
        default: self = .network(retryAfter: 0)
        }
    }
}
