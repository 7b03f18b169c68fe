import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Wire

/// Replays deliveries in parts, each a transaction of its own, so that other writes go on between them.
struct WebhookReplay: Sendable {
    /// The most deliveries of one part.
    private static let part = 1_000

    /// How far a replay has come.
    private struct Progress {
        let window: ReplayWindow
        /// When the replay began, which is its end where none is given.
        let began: Int64
        var count = 0
        /// The number of the delivery to go on behind.
        var after: Int64 = 0
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
    func run(_ response: DeferredWrite) {
        runPart(response) { transaction in
            let beginning = try response.begin(
                in: transaction, reach: { try target.checkReach(transaction.webhook) },
                subject: { try target.webhook(transaction.webhook) }, preconditions: { _ in try preconditions.checkUntagged() },
                content: window)
            switch beginning {
            case .answered(let result): return .ended(result)
            case .open(let webhook, let window):
                return try step(response, webhook, Progress(window: window, began: transaction.now), in: transaction)
            }
        }
    }

    private func run(_ response: DeferredWrite, from progress: Progress) {
        runPart(response) { transaction in
            try step(response, try target.webhook(transaction.webhook), progress, in: transaction)
        }
    }

    private func runPart(_ response: DeferredWrite, _ part: @escaping @Sendable (any WebhookTransaction) throws -> Step) {
        store.writeWebhooks { transaction in
            try part(transaction)
        } completion: { result in
            switch result {
            case .success(.reached(let progress)): run(response, from: progress)
            case .success(.ended(let outcome)): response.complete(.success(outcome))
            case .failure(let error): response.complete(.failure(error))
            }
        }
    }

    private func step(
        _ response: DeferredWrite, _ webhook: Webhook, _ progress: Progress, in transaction: any WebhookTransaction
    ) throws -> Step {
        let window = progress.window
        let (count, next) = try transaction.replay(
            to: webhook.id, since: window.since, until: window.until ?? progress.began + 1, after: progress.after, limit: Self.part
        ) {
            reach.reaches($0)
        }
        var reached = progress
        reached.count += count
        if let next {
            reached.after = next
            return .reached(reached)
        }
        return .ended(try response.result(in: transaction) { [count = reached.count] _ in Self.response(count) })
    }

    private static func response(_ count: Int) -> Response {
        var json = JSONWriter()
        json.beginObject()
        json.member("count", count)
        json.endObject()
        return Response(status: .accepted, headers: [Response.Header(.contentType, MediaType.json)], body: .bytes(json.bytes))
    }
}
