import Lists
public import Ports
public import Webhooks

/// The parts that the routes of webhooks work with.
public struct WebhookServices: Sendable {
    let store: any WebhookStore
    /// Seals signing secrets, each for its webhook's id, and kept answers that show one.
    let secrets: SecretBox
    let addresses: AddressGuard
    let resolver: any HostResolver

    /// - Parameters:
    ///   - secrets: Seals the text of each signing secret (`whsec_…`, UTF-8) for the text of its webhook's id. Another box of the same key
    ///     opens it for signing.
    ///   - addresses: Checks the addresses of a URL when it is registered.
    ///   - resolver: Finds them; it is never waited for on a thread.
    public init(store: any WebhookStore, secrets: SecretBox, addresses: AddressGuard, resolver: any HostResolver) {
        self.store = store
        self.secrets = secrets
        self.addresses = addresses
        self.resolver = resolver
    }
}
