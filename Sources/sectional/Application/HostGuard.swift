import Foundations
import ListAPI
import MicroHTTPServer
import Settings
import Synchronization

/// Which hosts a server answers to: those of `server.hosts`; without any, every host, or loopback names and addresses alone while the server
/// listens there and asks for no token. A page whose name was pointed at this machine then reads nothing.
final class HostGuard: Sendable {
    private let patterns: [NamePattern]
    private let listensOnLoopback: Bool
    private let asksForTokens: Atomic<Bool>

    init(_ settings: Settings) {
        patterns = settings.hosts.map { NamePattern($0.lowercased()) }
        listensOnLoopback = Self.isLoopback(settings.server.host)
        asksForTokens = Atomic(!settings.api.access.tokens.isEmpty)
    }

    /// Whether nobody but this machine reaches an address that a server listens on.
    static func isLoopback(_ host: String) -> Bool {
        ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.")
    }

    /// The rule as the server asks it.
    var rule: HostRule {
        guard patterns.isEmpty else {
            let hosts = AcceptedHosts.patterns(patterns)
            return HostRule { hosts.accepts($0) }
        }
        return listensOnLoopback
            ? HostRule { [self] in asksForTokens.load(ordering: .relaxed) || AcceptedHosts.loopback.accepts($0) } : .any
    }

    /// Follows access rules that were read again.
    func take(_ rules: AccessRules) {
        asksForTokens.store(!rules.tokens.isEmpty, ordering: .relaxed)
    }
}
