import ListAPI
import Lists
import Ports
import WebhookDelivery
import Webhooks

/// What the routes of webhooks work with, over a store of the test's choice.
enum ServedWebhooks {
    static func services(over store: any WebhookStore) throws -> WebhookServices {
        guard let secrets = SecretBox(key: SecretBox.makeKey()) else { throw TestFailure("no key") }
        return WebhookServices(store: store, secrets: secrets, addresses: AddressGuard(allowing: []), resolver: SystemResolver())
    }
}
