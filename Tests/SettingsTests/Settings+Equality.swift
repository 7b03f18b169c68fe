import ListAPI
import SQLiteStore

@testable import Settings

extension Settings {
    /// Whether two have the same for every setting.
    static func == (left: Settings, right: Settings) -> Bool {
        SettingsTable.keys.allSatisfy { $0.value(left) == $0.value(right) } && left.api.access == right.api.access
            && (left.webhookKey == nil) == (right.webhookKey == nil)
    }
}
