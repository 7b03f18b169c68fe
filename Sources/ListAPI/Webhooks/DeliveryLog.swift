import Lists
import Ports

/// The log of a webhook's deliveries as a token sees it: without those of lists out of its reach.
struct DeliveryLog {
    /// A run of the log.
    struct Page {
        /// The newest first.
        var deliveries: [Delivery] = []
        /// The value of `after` for the next page; `nil` if there is none.
        var next: Identifier?
    }

    /// Deliveries that are looked at for one page: it ends early where most are out of reach, so that its cost is bounded.
    private static let mostLookedAt = 5_000

    /// Deliveries that are read at once where those of the first read were not enough.
    private static let laterPiece = 200

    let store: any WebhookStore
    let webhook: Identifier
    /// `nil` for all.
    let status: Delivery.Status?
    let reach: WebhookReach

    /// The page behind a delivery, or the newest.
    ///
    /// - Returns: `nil` where `after` is no delivery to the webhook.
    func page(after: Identifier?, limit: Int) throws -> Page? {
        var page = Page()
        var (last, lookedAt) = (after, 0)
        while true {
            // One more than is shown tells whether there is a page behind.
            let size = max(limit - page.deliveries.count + 1, lookedAt > 0 ? Self.laterPiece : 1)
            guard let found = try store.deliveries(to: webhook, status: status, after: last, limit: size) else {
                return last == after ? nil : page
            }
            for delivery in found where reach.reaches(delivery.list) {
                if page.deliveries.count == limit {
                    page.next = page.deliveries.last?.id
                    return page
                }
                page.deliveries.append(delivery)
            }
            guard found.count == size, let end = found.last?.id else { return page }
            last = end
            lookedAt += size
            if lookedAt >= Self.mostLookedAt {
                page.next = last
                return page
            }
        }
    }
}
