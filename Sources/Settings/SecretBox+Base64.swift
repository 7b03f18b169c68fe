import FoundationEssentials
import Foundations
public import Webhooks

extension SecretBox {
    /// A box whose key is written as 32 bytes in base64; white space around it does not count.
    public init?(base64 text: String) {
        guard let key = Data(base64Encoded: Data(ASCII.trimmingWhiteSpace(text.utf8))) else { return nil }
        self.init(key: Array(key))
    }
}

extension SecretBox? {
    /// The key that a setting names; the key itself is shown nowhere.
    init(key value: SettingValue) throws(SettingsError) {
        guard case .text(let text) = value else {
            self = nil
            return
        }
        guard let box = SecretBox(base64: text) else { throw SettingsError("webhooks.key must be 32 bytes in base64") }
        self = box
    }
}
