import HTTPServing

/// A write about webhooks.
struct WebhookWrite<Outcome: Sendable>: StoreWrite {
    let writer: WebhookWriter
    /// The webhook that stands under `current` where a precondition was false.
    let target: WebhookTarget
    /// Makes the response of a success.
    let show: @Sendable (Outcome) throws -> Response
    /// Begins the write.
    let start: @Sendable (DeferredWrite<WebhookWrite<Outcome>>) -> Void

    func begin(_ response: DeferredWrite<Self>) { start(response) }

    func response(showing outcome: Outcome) throws -> Response { try show(outcome) }

    func preconditionFailed(_ request: Request) throws -> Response { try writer.preconditionFailed(request, target) }
}
