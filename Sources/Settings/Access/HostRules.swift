import HTTPServing
import NamePatterns
import Webhooks

/// What `server.hosts` and `server.trustedProxies` may hold.
enum HostRules {
    static func check(_ settings: ServerSettings) throws(SettingsError) {
        for (index, host) in settings.hosts.enumerated() where !isPattern(host) {
            throw SettingsError(
                "server.hosts[\(index)] must be a host with or without a port, such as lists.example or *.example:8080, and is “\(host)”")
        }
        for (index, text) in settings.trustedProxies.enumerated() where AddressBlock(text) == nil {
            throw SettingsError("server.trustedProxies[\(index)] must be a CIDR block such as 10.0.0.0/8 or fd00::/8, and is “\(text)”")
        }
    }

    private static func isPattern(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "-._:[]*".utf8.contains(byte)
            }
        }
    }
}
