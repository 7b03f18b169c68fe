import Lists
import Webhooks
import Wire

/// Says whether a webhook may have a URL, by the addresses that its host is or resolves to now.
///
/// A host that does not resolve is accepted: the address is checked again at each connection.
struct WebhookURLValidator: Sendable {
    private let addresses: AddressGuard
    private let resolver: any HostResolver

    init(_ services: WebhookServices) {
        addresses = services.addresses
        resolver = services.resolver
    }

    /// Calls `completion` once, on any thread, with the problem `url-not-allowed`, or with `nil`.
    func validate(_ text: String, _ completion: @escaping @Sendable (RequestProblem?) -> Void) {
        let url: WebhookURL
        do throws(WebhookURLError) {
            url = try WebhookURL(text)
        } catch {
            return completion(Self.problem("This is no URL that a webhook may have: \(error)."))
        }
        switch url.host {
        case .address(let address): completion(problem(of: [address]))
        case .name(let name): resolver.resolve(name) { completion(problem(of: $0)) }
        }
    }

    private func problem(of found: [IPAddress]) -> RequestProblem? {
        let refusal = found.lazy.compactMap { addresses.refusal(of: $0) }.first
        return refusal.map { Self.problem("A webhook may not be called there: \($0).") }
    }

    private static func problem(_ detail: String) -> RequestProblem {
        RequestProblem(.urlNotAllowed, detail, at: .pointer("/url"))
    }
}
