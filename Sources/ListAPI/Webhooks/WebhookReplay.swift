import Lists
import Ports
import Wire

/// Replays deliveries in parts, each a transaction of its own, so that other writes go on between them.
struct WebhookReplay: Sendable {
    /// The most deliveries of one part.
    private static let part = 1_000

    /// How far a replay has come.
    private struct Progress {
        var count = 0
        /// The number of the delivery to go on behind.
        var after: Int64 = 0
        /// When the replay began, which is its end where none is given; `nil` before its first part.
        var began: Int64?
    }

    private enum Step {
        case ended(DeferredWrite.Result)
        case reached(Progress)
    }

    let store: any WebhookStore
    let target: WebhookTarget
    /// Deliveries of lists that it doesn't reach are left out.
    let reach: WebhookReach
    let preconditions: Preconditions
    let window: Result<ReplayWindow, RequestProblem>

    /// Runs to the end; the response is stored with the last part.
    func run(_ response: WriteResponse<Int>) { run(response, from: Progress()) }

    private func run(_ response: WriteResponse<Int>, from progress: Progress) {
        store.writeWebhooks { transaction in
            try step(response, from: progress, in: transaction)
        } completion: { result in
            switch result {
            case .success(.reached(let progress)): run(response, from: progress)
            case .success(.ended(let outcome)): response.complete(.success(outcome))
            case .failure(let error): response.complete(.failure(error))
            }
        }
    }

    private func step(_ response: WriteResponse<Int>, from progress: Progress, in transaction: any WebhookTransaction) throws
        -> Step
    {
        if progress.began == nil {
            try target.checkReach(transaction.webhook)
            if let replay = try response.storedResponse(in: transaction) { return .ended(replay) }
        }
        let webhook = try target.webhook(transaction.webhook)
        if progress.began == nil { try preconditions.checkUntagged() }
        let window = try window.get()
        let began = progress.began ?? transaction.now
        let (count, next) = try transaction.replay(
            to: webhook.id, since: window.since, until: window.until ?? began + 1, after: progress.after, limit: Self.part
        ) {
            reach.reaches($0)
        }
        let total = progress.count + count
        if let next { return .reached(Progress(count: total, after: next, began: began)) }
        return .ended(try response.result(total, in: transaction))
    }
}
