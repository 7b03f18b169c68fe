import CellTypes
import HTTPServing
import Lists
import Wire

/// A request for the way from one version of a list to another.
struct ChangesRequest: Sendable {
    static let largestOperations = 10_000
    private static let longestWait = 60

    let list: ListID
    let since: Int64
    /// When the list was made that `since` is a version of: milliseconds since 1970, UTC; `nil` where the client does not say.
    let created: Int64?
    /// `nil` for the head.
    let to: Int64?
    /// Seconds to wait for something newer.
    let wait: Int
    let operations: Int
    /// The cell types that the client knows; `nil` where it does not say.
    let accepted: AcceptedCellTypes?

    init(_ request: Request, _ path: PathParameters) throws(RequestProblem) {
        let parameters = try Parameters(request, allowing: ["since", "created", "to", "wait", "max"])
        list = try path.list()
        guard let since = try parameters.counter("since", from: 0) else {
            throw Parameters.problem("since", "“since” is missing: say which version you have; 0 for none.")
        }
        created = try parameters.time("created")
        let to = try parameters.counter("to", from: 1)
        if let to, since > to { throw Parameters.problem("since", "“since” is above “to”.") }
        wait = try parameters.number("wait", in: 0...Self.longestWait) ?? 0
        operations = try parameters.number("max", in: 1...Self.largestOperations) ?? ChangesRepresentation.operations
        accepted = try request.acceptedCellTypes()
        self.since = since
        self.to = to
    }
}
