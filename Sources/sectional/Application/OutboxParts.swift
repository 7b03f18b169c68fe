import Following
import Commands
import HTTPClient
import ListAPI
import Lists
import Logging
import PostgresLog
import SQLiteStore
import Settings
import WebhookDelivery
import Webhooks

/// The registry of webhooks and the delivery worker, built from the settings.
struct OutboxParts {
    let services: WebhookServices
    let worker: DeliveryWorker
    /// Which addresses both may call.
    let addresses: AddressGuard

    /// Reads the key of the secrets, or makes it, and starts the worker.
    init(_ settings: Settings, store: SQLiteListStore, changes: ListChanges, logger: Logger) throws(CommandFailure) {
        let box = if let key = settings.webhookKey { key } else { try WebhookKeyFile(besides: settings.store.path).box() }
        let addresses = AddressGuard(allowing: settings.allowedAddresses)
        self.addresses = addresses
        services = WebhookServices(store: store, secrets: box, addresses: addresses, resolver: SystemResolver())
        let ports = DeliveryPorts(
            store: store, box: box, rules: DeliveryRules(retries: settings.deliveryRetries), addressGuard: addresses,
            changes: { list, version in try changes.webhookData(of: list, version: version) }, now: SystemSources.now,
            logger: logger)
        var configuration = settings.deliveries
        configuration.transfer.userAgent = "Sectional/\(Sectional.version)"
        configuration.transfer.idleConnections = configuration.limits.overall
        do {
            worker = try DeliveryWorker(ports, settings: configuration, isLeading: settings.cluster.url == nil)
        } catch {
            throw CommandFailure(message: "webhooks can't be sent: \(error)")
        }
    }
}
