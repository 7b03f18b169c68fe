import Lists
import MicroHTTPServer

/// What settings must be beyond the kind of each.
enum SettingsRules {
    static func check(_ settings: Settings) throws(SettingsError) {
        if !ServerConfiguration.accepts(host: settings.host) {
            throw SettingsError("host must be an IP address or localhost, and is “\(settings.host)”")
        }
        if settings.limits.defaultPage > settings.limits.page {
            throw SettingsError(
                "limits.defaultPage must be at most limits.page, and is \(settings.limits.defaultPage), above \(settings.limits.page)")
        }
        if let list = settings.defaultList, ListID(list) == nil {
            throw SettingsError("defaultList must be a list id, and is “\(list)”")
        }
        try OriginRules.check(settings.cors.origins)
        try HostRules.check(settings.server)
        try WebhookRules.check(settings.webhooks)
    }
}
