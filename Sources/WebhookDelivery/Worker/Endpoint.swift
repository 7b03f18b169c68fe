import Lists
import Ports
import Webhooks

/// A webhook as the worker knows it: its URL, what signs for it, and its health.
struct Endpoint {
    private(set) var webhook: Webhook
    /// After all attempts that have ended, those that are not recorded yet among them.
    var health: WebhookHealth
    /// The status of the last line in the log, and when it was written: milliseconds since 1970.
    private var logged: (status: WebhookHealth.Status, at: Int64)
    /// The signing secrets, the newest first, each with its end; `nil` if the box doesn't open them.
    private var secrets: [(secret: SigningSecret, expiresAt: Int64?)]?

    init(_ webhook: Webhook, box: SecretBox) {
        self.webhook = webhook
        health = webhook.health
        logged = (webhook.health.status, .min)
        secrets = Self.open(webhook, box: box)
    }

    /// Replaces the webhook with the one that the store has now.
    ///
    /// - Parameter isSettled: Whether all attempts are recorded, so that the store's health is the newest.
    mutating func update(_ webhook: Webhook, box: SecretBox, isSettled: Bool) {
        if webhook.secrets != self.webhook.secrets { secrets = Self.open(webhook, box: box) }
        if isSettled || webhook.health.status == .disabled { health = webhook.health }
        self.webhook = webhook
    }

    /// Whether its status is another than that of the last line in the log, and is to be logged now: `disabled` at once, else at most once a minute.
    mutating func logsStatus(at now: Int64) -> Bool {
        guard health.status != logged.status else { return false }
        guard health.status == .disabled || logged.at == .min || now < logged.at || now - logged.at >= Self.logInterval else {
            return false
        }
        logged = (health.status, now)
        return true
    }

    private static let logInterval: Int64 = 60_000

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
