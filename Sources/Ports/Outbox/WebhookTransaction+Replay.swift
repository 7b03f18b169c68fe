public import Lists

extension WebhookTransaction {
    /// As ``replay(to:since:until:after:limit:isMeant:)``, of all lists.
    public func replay(
        to webhook: Identifier, since: Int64, until: Int64, after: Int64, limit: Int
    ) throws -> (count: Int, next: Int64?) {
        try replay(to: webhook, since: since, until: until, after: after, limit: limit) { _ in true }
    }
}
