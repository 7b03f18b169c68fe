import Following
import ListAPI
import Lists
import Logging
import SQLiteStore
import WebhookDelivery
import Webhooks

/// What registers webhooks and what sends to them, built from the settings.
struct OutboxParts {
    let services: WebhookServices
    let worker: DeliveryWorker
    /// Which addresses both may call.
    let addresses: AddressGuard

    /// Reads the key of the secrets, or makes it, and starts the worker.
    init(_ settings: Settings, store: SQLiteListStore, changes: ListChanges, logger: Logger) throws(CommandFailure) {
        let box: SecretBox
        if let key = settings.webhooks.key.flatMap({ SecretBox(base64: $0) }) {
            box = key
        } else {
            box = try WebhookKeyFile(besides: settings.database).box()
        }
        let addresses = AddressGuard(allowing: settings.webhooks.allow.compactMap { AddressBlock($0) })
        self.addresses = addresses
        services = WebhookServices(store: store, secrets: box, addresses: addresses, resolver: SystemResolver())
        let ports = DeliveryPorts(
            store: store, box: box, rules: DeliveryRules(retries: settings.webhooks.retries.map(Int64.init)), addressGuard: addresses,
            changes: { list, version in try changes.webhookData(of: list, version: version) }, now: { SystemTime.milliseconds() },
            logger: logger)
        do {
            worker = try DeliveryWorker(ports, settings: DeliveryConfiguration(settings.webhooks))
        } catch {
            throw CommandFailure(message: "webhooks can't be sent: \(error)")
        }
    }
}

extension DeliveryConfiguration {
    /// What the settings say about sending.
    init(_ settings: WebhookSettings) {
        self.init()
        transfer.timeout = Int(settings.timeout * 1_000)
        transfer.connectTimeout = min(transfer.connectTimeout, transfer.timeout)
        transfer.userAgent = "Sectional/\(Sectional.version)"
        transfer.idleConnections = settings.parallel
        limits.overall = settings.parallel
        limits.perWebhook = settings.parallelEach
    }
}
