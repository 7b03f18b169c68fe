extension Settings {
    /// Settings that servers of one log should have in common: what one of them does by them, all others show.
    private static let sharedNames: Set = [
        "cellSuffixes", "defaultList", "deliveries.seconds", "history.bytes", "history.seconds", "history.versions", "idempotency.bytes",
        "idempotency.seconds", "interactions.seconds", "limits.items", "limits.sections", "limits.value", "limits.views",
        "requirePreconditions", "strictTypes", "webhooks.retries",
    ]

    /// These settings by name, as texts that are the same where the values are.
    public var shared: [String: String] {
        let keys = SettingsTable.keys.filter { Self.sharedNames.contains($0.name) }
        return Dictionary(keys.map { ($0.name, "\($0.value(self))") }) { $1 }
    }
}
