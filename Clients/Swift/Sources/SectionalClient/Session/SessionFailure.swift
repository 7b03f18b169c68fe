import Foundation

/// Why something that the session asked for did not come.
enum SessionFailure: Error, Equatable {
    /// No answer, or one that says to come again.
    case network(retryAfter: TimeInterval)
    /// The version is out of the history.
    case versionGone
    /// The version is one of another list of this id.
    case otherHistory
    /// A failure that waiting does not mend.
    case final(ListFailure)

    init(_ error: any Error) {
        switch error {
        case let failure as SessionFailure: self = failure
        case let failure as ListFailure where failure.isTemporary: self = .network(retryAfter: failure.problem?.retryAfter ?? 0)
        case ListFailure.versionGone: self = .versionGone
        case let failure as ListFailure: self = .final(failure)
        // An answer that is no JSON at all comes from something in between, such as a network's sign-in page.
        case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty: self = .network(retryAfter: 0)
        case let error as DecodingError: self = .final(.decoding(error))
        default: self = .network(retryAfter: 0)
        }
    }

    /// Changes that are longer than anything that is taken are as good as out of the history: the list is loaded.
    static func goneIfLong(_ error: any Error) -> any Error {
        (error as? URLError)?.code == .dataLengthExceedsMaximum ? SessionFailure.versionGone : error
    }
}
