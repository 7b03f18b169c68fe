import Webhooks

/// What the settings of webhooks must be beyond the kind of each.
enum WebhookRules {
    static func check(_ settings: WebhookSettings) throws(SettingsError) {
        for (index, text) in settings.allow.enumerated() where AddressBlock(text) == nil {
            throw SettingsError("webhooks.allow[\(index)] must be a CIDR block such as 10.0.0.0/8 or fd00::/8, and is “\(text)”")
        }
        // The key itself is shown nowhere.
        if let key = settings.key, SecretBox(base64: key) == nil { throw SettingsError("webhooks.key must be 32 bytes in base64") }
    }
}
