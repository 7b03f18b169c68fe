/// What a server and the commands beside it are told: the outcome of flags, environment, file and defaults.
///
/// The defaults stand here; names, kinds and meanings stand in ``SettingsTable``.
public struct Settings: Sendable, Equatable {
    public var host = "127.0.0.1"
    public var port = 8_080
    public var database = "sectional.sqlite"
    /// The list that `/items/{indexPath}` means where the request names none.
    public var defaultList: String?
    public var requirePreconditions = false
    /// From a cell type's suffix to what takes its place in the reuse identifier.
    public var cellSuffixes = ["Model": "Cell", "Item": "Cell"]
    public var log = LogSettings()
    public var history = HistorySettings()
    public var limits = LimitSettings()
    public var idempotency = IdempotencySettings()
    public var interactions = InteractionSettings()
    public var deliveries = DeliverySettings()
    public var webhooks = WebhookSettings()
    public var events = EventSettings()
    public var server = ServerSettings()
    public var cache = CacheSettings()
    public var writes = WriteSettings()
    public var cors = CORSSettings()
    public var auth = AuthSettings()
    public var rate = RateSettings()
    public var shutdown = ShutdownSettings()

    /// The names of keys that were given another value than their default and that this version does not act on yet.
    public var withoutEffect: [String] = []

    public init() {}
}
