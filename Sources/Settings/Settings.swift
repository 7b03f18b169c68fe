import Foundations
import HTTPClient
import HTTPServing
public import ListAPI
import Lists
public import MicroHTTPServer
public import Ports
public import PostgresLog
public import SQLiteStore
public import WebhookDelivery
public import Webhooks

/// The settings of a server and of the commands beside it, from flags, environment, file and defaults.
///
/// Each room's configuration is its own, with its defaults; names, kinds and meanings of the settings stand in ``SettingsTable``.
public struct Settings: Sendable {
    public var server = ServerConfiguration()
    public var store = SQLiteStoreConfiguration(path: "sectional.sqlite")
    public var api = ListAPISettings()
    public var deliveries = DeliveryConfiguration()
    public var log = LogConfiguration()
    /// The log that the server shares with others, by its URL; without one the database is the server's alone.
    public var cluster = PostgresLogConfiguration()
    /// Megabytes of entries behind the newest base after which another one is made.
    var baseMegabytes = 256
    /// Bytes of entries behind the newest base after which another one is made.
    public var baseBytes: Int64 { Int64(baseMegabytes) << 20 }
    /// How new the copy of a server with such a log has to be.
    public var freshness = Freshness()

    /// Patterns of what `Host` may be; none for the default of the address that the server listens on.
    public var hosts: [String] = []
    /// The addresses that webhooks may call although they are not public.
    public var allowedAddresses: [AddressBlock] = []
    /// Seconds before each further attempt to deliver an event.
    public var deliveryRetries: [Int64] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
    /// The key that seals the secrets of webhooks; `nil` for a file beside the database.
    public var webhookKey: SecretBox?
    /// Seconds that a stopping server leaves to running requests.
    public var shutdownSeconds = 10.0

    public init() {}

    /// Bytes of memory that requests may hold.
    var memoryLimit: Int {
        get { server.memory.limit }
        set { server.memory = MemoryBudget(limit: newValue) }
    }

    /// The most sections of a list, and of a view.
    var sectionLimit: Int {
        get { api.limits.sections }
        set { (api.limits.sections, store.viewSections) = (newValue, newValue) }
    }

    /// Seconds that one attempt to deliver may take.
    var deliveryTimeout: Double {
        get { Double(deliveries.transfer.timeout) / 1_000 }
        set { deliveries.transfer.timeout = Int(newValue * 1_000) }
    }

    /// Milliseconds for which what the log has said is new enough.
    var freshMilliseconds: Int {
        get { Int((freshness.seconds * 1_000).rounded()) }
        set { freshness.seconds = Double(newValue) / 1_000 }
    }

    /// Checks the rules that no kind has, and those between settings.
    func check() throws(SettingsError) {
        guard ServerConfiguration.accepts(host: server.host) else {
            throw SettingsError("host must be an IP address or localhost, and is “\(server.host)”")
        }
        guard api.defaultPage <= api.largestPage else {
            throw SettingsError("limits.defaultPage must be at most limits.page, and is \(api.defaultPage), above \(api.largestPage)")
        }
        guard api.limits.value <= server.memory.shareLimit else {
            throw SettingsError(
                "limits.value must be at most a quarter of server.memory, which is what one sender's requests may hold, and is "
                    + "\(api.limits.value), above \(server.memory.shareLimit)")
        }
        if let url = cluster.url {
            do { _ = try PostgresAddress(url) } catch { throw SettingsError("cluster.url \(error)") }
        }
        for origin in api.access.origins where !Origin.isPossible(origin) {
            throw SettingsError(
                "cors.origins must be * or origins as browsers send them, such as https://app.example: "
                    + "a scheme, a host in small letters, a port that is not the scheme's own, nothing behind it; one is “\(origin)”")
        }
        for origin in api.pictureOrigins where !Origin.isPossible(origin) {
            throw SettingsError(
                "page.images must be * or origins, such as https://images.example: a scheme, a host in small letters, nothing behind it; "
                    + "one is “\(origin)”")
        }
        for (index, host) in hosts.enumerated() where !Self.isHostPattern(host) {
            throw SettingsError(
                "server.hosts[\(index)] must be a host with or without a port, such as lists.example or *.example:8080, and is “\(host)”")
        }
    }

    private static func isHostPattern(_ text: String) -> Bool {
        text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-._:[]*".utf8.contains($0) }
    }
}
