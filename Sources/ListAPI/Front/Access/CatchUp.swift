import HTTPServing
import Lists
import Ports
import Wire

/// Stands before all that shows something of a store in a cluster: the store's copy first catches up with what others have committed.
struct CatchUp: Sendable {
    let store: any ListStore
    let freshness: Freshness
    /// The numbers of the routes that show nothing of lists, or that only the store's writer decides on.
    let exempt: Set<Int>

    /// The answer to a request where the copy is older than it may be; `nil` once the request may go on.
    func refusal(of request: inout Request, _ router: Router) -> Response? {
        guard case .route(let number, _) = router.match(&request).target, !exempt.contains(number) else { return nil }
        do {
            try store.catchUp(freshness)
            return nil
        } catch {
            let detail = (error as? ListError)?.message ?? "The server can't see whether others have written."
            return Refusals.response(to: RequestProblem(.unavailable, detail), request)
        }
    }
}
