import JSON
import Lists

/// The keys of the bodies that make, change and replay webhooks.
enum WebhookKey: String, CaseIterable, ExactName {
    case url, events, lists, description, ordered, secret
    case since, until

    /// The members that a merge patch may change.
    static let changeable: [WebhookKey] = [.url, .events, .lists, .description, .ordered]
}
