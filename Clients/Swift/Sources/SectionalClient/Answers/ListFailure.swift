public import Foundation

/// A refusal of the server, or an answer that this app cannot read.
public enum ListFailure: Error, Sendable {
    /// 412: somebody else has changed the item since. `current` is the JSON text of its value now.
    case conflict(current: Data?, Problem)
    /// 404, 409: the item or section has been deleted since. Also, without a request, an item that this app has deleted.
    case gone(Problem)
    /// 403: the token does not reach as far.
    case forbidden(Problem)
    /// 401, also with a fresh token.
    case unauthorized(Problem)
    /// 400, 405, 409, 413, 414, 415, 422, 428, 431: the request itself is wrong, and would be again.
    case invalid(Problem)
    /// The list is not there, or has been deleted.
    case listNotFound
    /// 410, 404: the version is not in the list's history.
    case versionGone
    /// The list is not the one that somebody saw when this was written: the server was set up anew, or an older copy of its lists is back.
    case otherHistory
    /// Anything else; a newer server may have more to say than this client knows.
    case unknown(Problem)
    /// A page or the sections that are JSON, but not as the contract says.
    case decoding(DecodingError)
    /// The app has discarded the write before the server had it.
    case discarded
    /// The row is not loaded, so nobody has seen what is to be written over.
    case notLoaded

    /// Reads the table of problems backwards.
    init(_ problem: Problem) {
        switch (problem.known, problem.status) {
        case (.listNotFound?, _): self = .listNotFound
        case (.versionGone?, _), (.versionNotFound?, _): self = .versionGone
        case (.preconditionFailed?, _):
            let value = problem.current?["value"].flatMap { try? JSONEncoder().encodeExactly($0) }
            self = .conflict(current: value, problem)
        case (.itemGone?, _), (.sectionGone?, _), (.itemNotFound?, _), (.sectionNotFound?, _): self = .gone(problem)
        case (_, 401): self = .unauthorized(problem)
        case (.some, 403): self = .forbidden(problem)
        // Also of a proxy, which sends no document: it says no to the same bytes for ever.
        case (_, 400), (_, 405), (_, 413), (_, 414), (_, 415), (_, 422), (_, 431), (.some, 409), (.some, 428): self = .invalid(problem)
        default: self = .unknown(problem)
        }
    }

    /// An edit of an item that this app has deleted itself.
    static var deletedHere: ListFailure {
        .gone(Problem(slug: ProblemSlug.itemGone.rawValue, status: 409, title: "This app has deleted the item."))
    }

    /// The problem document; nil where the failure is not the server's answer.
    public var problem: Problem? {
        switch self {
        case .conflict(_, let problem), .gone(let problem), .forbidden(let problem), .unauthorized(let problem), .invalid(let problem),
            .unknown(let problem):
            problem
        case .listNotFound, .versionGone, .otherHistory, .decoding, .discarded, .notLoaded: nil
        }
    }

    /// Whether the same request may go well later: the server is busy, stopping or broken, or something before it has answered.
    var isTemporary: Bool {
        switch self {
        // A 403 that the server does not know is that of a firewall, or of a network that wants a sign-in.
        case .unknown(let problem): problem.status >= 500 || problem.status == 429 || problem.status == 403 || problem.slug.isEmpty
        case .invalid(let problem): problem.known == .requestInProgress
        default: false
        }
    }
}

extension ListFailure: Equatable {
    /// Failures are equal when they are of one kind and show the same problem.
    public static func == (a: ListFailure, b: ListFailure) -> Bool {
        switch (a, b) {
        case (.conflict(let mine, _), .conflict(let other, _)): mine == other && a.problem == b.problem
        case (.gone, .gone), (.forbidden, .forbidden), (.unauthorized, .unauthorized), (.invalid, .invalid), (.unknown, .unknown):
            a.problem == b.problem
        case (.listNotFound, .listNotFound), (.versionGone, .versionGone), (.otherHistory, .otherHistory), (.discarded, .discarded),
            (.notLoaded, .notLoaded):
            true
        case (.decoding(let mine), .decoding(let other)): "\(mine)" == "\(other)"
        default: false
        }
    }
}
