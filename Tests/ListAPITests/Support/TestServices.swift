import Dispatch
import ListAPI
import Lists
import Ports
import Webhooks

/// What the routes of webhooks work with, without a network.
enum TestServices {
    struct BadKey: Error {}

    /// - Parameter hosts: The addresses of names; a name that is not here does not resolve.
    static func make(
        store: any WebhookStore, secrets: [UInt8] = SecretBox.makeKey(), hosts: [String: [String]] = [:]
    ) throws -> WebhookServices {
        guard let box = SecretBox(key: secrets) else { throw BadKey() }
        return WebhookServices(store: store, secrets: box, addresses: AddressGuard(allowing: []), resolver: TableResolver(hosts: hosts))
    }
}

/// Resolves names by a table, on a thread of its own as a real one does.
private struct TableResolver: HostResolver {
    let hosts: [String: [String]]

    func resolve(_ host: String, _ completion: @escaping @Sendable ([IPAddress]) -> Void) {
        let found = (hosts[host] ?? []).compactMap { IPAddress($0) }
        DispatchQueue.global().async { completion(found) }
    }
}
