extension DeliveryOutcome {
    /// Returns the state of a delivery once the attempt is recorded.
    ///
    /// - Parameters:
    ///   - current: The delivery's status meanwhile.
    ///   - due: When its next attempt is due meanwhile; later than the attempt where somebody retried it by hand since.
    ///   - isDisabled: Whether the webhook is disabled.
    package func state(
        over current: Delivery.Status, due: Int64?, isDisabled: Bool
    ) -> (status: Delivery.Status, nextAttemptAt: Int64?) {
        if status == .delivered { return (.delivered, nil) }
        guard current == .pending else { return (current, nil) }
        if isDisabled { return (.failed, nil) }
        if let due, due > attempt.at { return (.pending, due) }
        return status == .pending ? (.pending, nextAttemptAt ?? attempt.at) : (.failed, nil)
    }

    /// Returns the webhook's health once the attempt is recorded.
    ///
    /// - Parameters:
    ///   - current: The webhook's health meanwhile.
    ///   - setAt: The time when it was last set by hand: milliseconds since 1970.
    package func health(over current: WebhookHealth, setAt: Int64) -> WebhookHealth {
        current.status == .disabled || attempt.at < setAt ? current : health
    }
}
