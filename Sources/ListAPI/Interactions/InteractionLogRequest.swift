import HTTPServing
import Lists
import Wire

/// A request for a list's interactions.
struct InteractionLogRequest: Sendable {
    private static let longestWait = 60
    private static let largestLast = 500

    /// Which interactions are asked for.
    enum Start: Sendable {
        /// Those behind a sequence number; `nil` for the oldest that is kept.
        case after(Int64?)
        /// The newest.
        case last(Int)
    }

    let list: ListID
    let start: Start
    let limit: Int
    /// Seconds to wait for an interaction where there is none.
    let wait: Int

    init(_ request: Request, _ path: PathParameters, _ settings: ListAPISettings) throws(RequestProblem) {
        list = try path.list()
        let parameters = try Parameters(request, allowing: ["after", "limit", "wait", "last"])
        let after = try parameters.counter("after", from: 0)
        let page = try PageRequest(parameters, settings)
        wait = try parameters.number("wait", in: 0...Self.longestWait) ?? 0
        guard let last = try parameters.number("last", in: 1...Self.largestLast) else {
            start = .after(after)
            limit = page.limit
            return
        }
        if let other = parameters.names.first(where: { $0 != "last" }) {
            throw Parameters.problem("last", "“last” takes no other parameter beside it, and “\(other)” is one.")
        }
        start = .last(last)
        limit = last
    }
}
