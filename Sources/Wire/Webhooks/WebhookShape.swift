import JSON
import Lists
import NamePatterns
public import Ports

/// A webhook as the contract shows it.
public enum WebhookShape {
    /// Appends a Webhook object.
    ///
    /// - Parameter secret: The signing secret in clear, in the one answer that shows it; `nil` in every other.
    public static func append(_ webhook: Webhook, secret: String? = nil, to output: inout [UInt8]) {
        JSONText.append(verbatim: "{\"id\":", to: &output)
        JSONText.append(webhook.id.text, to: &output)
        JSONText.append(verbatim: ",\"url\":", to: &output)
        JSONText.append(webhook.url, to: &output)
        JSONText.append(verbatim: ",\"events\":", to: &output)
        append(webhook.events.map(\.rawValue), to: &output)
        JSONText.append(verbatim: ",\"lists\":", to: &output)
        append(webhook.lists.map(\.text), to: &output)
        JSONText.append(verbatim: ",\"description\":", to: &output)
        JSONText.append(webhook.description, to: &output)
        JSONText.append(verbatim: webhook.isOrdered ? ",\"ordered\":true" : ",\"ordered\":false", to: &output)
        JSONText.append(verbatim: ",\"status\":", to: &output)
        JSONText.append(webhook.health.status.rawValue, to: &output)
        JSONText.append(verbatim: ",\"statusReason\":", to: &output)
        JSONText.append(webhook.health.reason, to: &output)
        JSONText.append(verbatim: ",\"createdAt\":", to: &output)
        JSONText.append(Timestamp.text(webhook.createdAt), to: &output)
        if let secret {
            JSONText.append(verbatim: ",\"secret\":", to: &output)
            JSONText.append(secret, to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }

    private static func append(_ texts: [String], to output: inout [UInt8]) {
        output.append(UInt8(ascii: "["))
        for (index, text) in texts.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            JSONText.append(text, to: &output)
        }
        output.append(UInt8(ascii: "]"))
    }
}
