import Lists
import Webhooks

/// A webhook as the worker knows it: where it is, what signs for it, and how it does.
struct Endpoint {
    private(set) var webhook: Webhook
    /// After all attempts that have ended, those that are not recorded yet among them.
    var health: WebhookHealth
    /// What signs, the newest first, each with its end; `nil` where the box doesn't open them.
    private var secrets: [(secret: SigningSecret, expiresAt: Int64?)]?

    init(_ webhook: Webhook, box: SecretBox) {
        self.webhook = webhook
        health = webhook.health
        secrets = Self.open(webhook, box: box)
    }

    /// Takes in what the store has now.
    ///
    /// - Parameter isSettled: Whether all attempts are recorded, so that the store's health is the newest.
    mutating func update(_ webhook: Webhook, box: SecretBox, isSettled: Bool) {
        if webhook.secrets != self.webhook.secrets { secrets = Self.open(webhook, box: box) }
        if isSettled || webhook.health.status == .disabled { health = webhook.health }
        self.webhook = webhook
    }

    /// The secrets that sign now; `nil` where they can't be opened.
    func signingSecrets(at now: Int64) -> [SigningSecret]? {
        secrets?.filter { entry in entry.expiresAt.map { $0 > now } ?? true }.map(\.secret)
    }

    private static func open(_ webhook: Webhook, box: SecretBox) -> [(secret: SigningSecret, expiresAt: Int64?)]? {
        var secrets: [(secret: SigningSecret, expiresAt: Int64?)] = []
        for entry in webhook.secrets {
            guard let bytes = try? box.open(entry.sealed, for: webhook.id.text),
                let secret = SigningSecret(String(decoding: bytes, as: UTF8.self))
            else { return nil }
            secrets.append((secret, entry.expiresAt))
        }
        return secrets
    }
}
