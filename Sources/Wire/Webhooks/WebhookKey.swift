/// The keys of the bodies that make, change and replay webhooks.
enum WebhookKey: String, CaseIterable {
    case url, events, lists, description, ordered, secret
    case since, until

    /// What a merge patch may change.
    static let changeable: [WebhookKey] = [.url, .events, .lists, .description, .ordered]

    /// The key with exactly these bytes.
    init?(exactly key: String) {
        // The standard library compares by canonical equivalence; what is equivalent to ASCII without being it is longer.
        guard let known = WebhookKey(rawValue: key), known.rawValue.utf8.count == key.utf8.count else { return nil }
        self = known
    }
}
