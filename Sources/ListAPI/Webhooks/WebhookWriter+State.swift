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
        try write(request, path, try nothing(request)) { transaction, webhook, _ in
            webhook.health = WebhookHealth()
            try transaction.update(webhook)
            return webhook
        } show: { webhook in
            Self.response(.ok, webhook)
        }
    }
}
