/// What a server and the commands beside it are told: the outcome of flags, environment, file and defaults.
///
/// The defaults stand here; names, kinds and meanings stand in ``SettingsTable``.
struct Settings: Sendable, Equatable {
    var host = "127.0.0.1"
    var port = 8_080
    var database = "sectional.sqlite"
    /// The list that `/items/{indexPath}` means where the request names none.
    var defaultList: String?
    var requirePreconditions = false
    /// From a cell type's suffix to what takes its place in the reuse identifier.
    var cellSuffixes = ["Model": "Cell", "Item": "Cell"]
    var log = LogSettings()
    var history = HistorySettings()
    var limits = LimitSettings()
    var idempotency = IdempotencySettings()
    var interactions = InteractionSettings()
    var deliveries = DeliverySettings()
    var webhooks = WebhookSettings()
    var events = EventSettings()
    var server = ServerSettings()
    var cache = CacheSettings()
    var writes = WriteSettings()
    var cors = CORSSettings()
    var auth = AuthSettings()
    var rate = RateSettings()
    var shutdown = ShutdownSettings()

    /// The names of keys that were given another value than their default and that this version does not act on yet.
    var withoutEffect: [String] = []
}
