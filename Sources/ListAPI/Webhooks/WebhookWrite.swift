import HTTPServing

/// A write about webhooks.
struct WebhookWrite: StoreWrite {
    let writer: WebhookWriter
    /// The webhook that stands under `current` where a precondition was false.
    let target: WebhookTarget
    /// Begins the write.
    let start: @Sendable (DeferredWrite) -> Void

    func begin(_ response: DeferredWrite) { start(response) }

    func preconditionFailed(_ request: Request) throws -> Response { try writer.preconditionFailed(request, target) }
}
