import HTTPServing
import HTTPTypes
import Lists
import Ports
import Webhooks
import Wire

extension WebhookWriter {
    /// `POST /webhooks/{id}/rotate-secret`: gives it a new secret and shows it, this once; those before go on signing for a day.
    func rotateSecret(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let nothing = try nothing(request)
        let secret = SigningSecret.make()
        return try write(request, path, nothing, showsSecret: true) { transaction, webhook, _ in
            let sealed = try services.secrets.seal(Array(secret.text.utf8), for: webhook.id.text)
            webhook.secrets = SecretRotation.adding(SealedSecret(sealed: sealed), to: webhook.secrets, at: transaction.now)
            try transaction.update(webhook)
            return webhook
        } show: { webhook in
            Self.response(.ok, webhook, secret: secret)
        }
    }

    /// `POST /webhooks/{id}/enable`: sends to it again, as if nothing had failed.
    func enable(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        try set(WebhookHealth(), of: request, path)
    }

    /// `POST /webhooks/{id}/disable`: sends nothing to it until somebody enables it.
    func disable(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        try set(WebhookHealth(status: .disabled, reason: "Somebody has paused it."), of: request, path)
    }

    private func set(_ health: WebhookHealth, of request: Request, _ path: PathParameters) throws -> PendingResponse {
        try write(request, path, try nothing(request)) { transaction, webhook, _ in
            webhook.health = health
            try transaction.update(webhook)
            return webhook
        } show: { webhook in
            Self.response(.ok, webhook)
        }
    }
}
