import Foundations
public import JSON
import Lists
public import Ports

/// A webhook as the contract shows it.
public enum WebhookRepresentation {
    /// Writes a Webhook object.
    ///
    /// - Parameter secret: The signing secret in clear, in the one answer that shows it; `nil` in every other.
    public static func write(_ webhook: Webhook, secret: String? = nil, to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", webhook.id.text)
        json.member("url", webhook.url)
        json.key("events")
        json.strings(webhook.events.map(\.rawValue))
        json.key("lists")
        json.strings(webhook.lists.map(\.text))
        json.member("description", webhook.description)
        json.member("ordered", webhook.isOrdered)
        json.member("status", webhook.health.status.rawValue)
        json.member("statusReason", webhook.health.reason)
        json.member("createdAt", Timestamp.text(webhook.createdAt))
        if let author = webhook.author { json.member("by", author) }
        if let secret { json.member("secret", secret) }
        json.endObject()
    }
}
