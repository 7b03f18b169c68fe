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
        case ended(WriteAnswer<Int>.Result)
        case reached(Progress)
    }

    let store: any WebhookStore
    let target: WebhookTarget
    /// Deliveries of lists that it doesn't reach are left out.
    let reach: WebhookReach
    let preconditions: Preconditions
    let window: Result<ReplayWindow, RequestProblem>

    /// Runs to the end; the answer is kept with the last part.
    func run(_ answer: WriteAnswer<Int>, completion: @escaping WriteAnswer<Int>.Completion) {
        run(answer, from: Progress(), completion: completion)
    }

    private func run(_ answer: WriteAnswer<Int>, from progress: Progress, completion: @escaping WriteAnswer<Int>.Completion) {
        store.writeWebhooks { transaction in
            try step(answer, from: progress, in: transaction)
        } completion: { result in
            switch result {
            case .success(.reached(let progress)): run(answer, from: progress, completion: completion)
            case .success(.ended(let outcome)): completion(.success(outcome))
            case .failure(let error): completion(.failure(error))
            }
        }
    }

    private func step(_ answer: WriteAnswer<Int>, from progress: Progress, in transaction: any WebhookTransaction) throws -> Step {
        if progress.began == nil {
            try target.checkReach(transaction.webhook)
            if let replay = try answer.replay(in: transaction) { return .ended(replay) }
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
        return .ended(try answer.finish(total, in: transaction))
    }
}
