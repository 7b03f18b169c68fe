import HTTPServing
import Lists
import Wire

extension Writer {
    static let outOfMemory = RequestProblem(
        .unavailable, "The server's memory for requests is used up at the moment; nothing has changed.")

    /// Answers a request whose body becomes a draft, which is counted in the memory budget before it is made and until its write is done.
    ///
    /// - Parameters:
    ///   - cost: Of the draft, in bytes.
    ///   - remedy: What to do where the draft is larger than the whole budget.
    func counted(
        _ request: Request, _ cost: (DraftCost) -> Int, remedy: String, _ work: (Request) -> Answer
    ) -> Answer {
        guard !request.body.isEmpty else { return work(request) }
        let count = cost(DraftCost(request.body))
        guard count <= settings.memory.limit else {
            let detail = "This body describes more than the server holds in memory at once (server.memory). \(remedy)"
            return .response(Refusals.response(to: RequestProblem(.tooLarge, detail), request))
        }
        guard let charge = settings.memory.charge(count) else {
            return .response(Refusals.response(to: Self.outOfMemory, request))
        }
        return work(request).holding(charge)
    }
}
