public import Lists
public import Logging
public import Ports
public import Webhooks

/// All that the worker needs from outside.
public struct DeliveryPorts: Sendable {
    var store: any WebhookStore
    /// Opens the secrets that sign.
    var box: SecretBox
    var rules: DeliveryRules
    var addressGuard: AddressGuard
    /// Makes the data of a ``EventType/listChanged`` from the list and the version that it came to, as JSON text.
    var changes: @Sendable (ListID, Int64) throws -> [UInt8]
    /// Milliseconds since 1970, UTC.
    var now: @Sendable () -> Int64
    /// A number from 0 up to 1 (not itself).
    var random: @Sendable () -> Double
    var logger: Logger

    /// - Parameters:
    ///   - box: Opens the secrets, each sealed as its text for the webhook's id.
    ///   - changes: Makes the data of a ``EventType/listChanged`` from the list and the version that it came to, as JSON text.
    ///     Called on the worker's thread.
    ///   - now: Milliseconds since 1970, UTC.
    ///   - random: A number from 0 up to 1 (not itself).
    public init(
        store: any WebhookStore, box: SecretBox, rules: DeliveryRules, addressGuard: AddressGuard,
        changes: @escaping @Sendable (ListID, Int64) throws -> [UInt8], now: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }, logger: Logger
    ) {
        self.store = store
        self.box = box
        self.rules = rules
        self.addressGuard = addressGuard
        self.changes = changes
        self.now = now
        self.random = random
        self.logger = logger
    }
}
