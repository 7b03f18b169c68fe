import Lists
import Logging
import Ports
import Webhooks

extension DeliveryLoop {
    /// Logs that a webhook is failing, disabled, paused or active again: its host alone, since a URL may hold what is secret.
    func logStatus(of id: Identifier) {
        guard endpoints[id]?.logsStatus(at: ports.now()) == true, let endpoint = endpoints[id] else { return }
        var metadata: Logger.Metadata = ["webhook": "\(id)", "host": "\(Self.host(of: endpoint.webhook.url))"]
        if let reason = endpoint.health.reason { metadata["reason"] = "\(reason)" }
        switch endpoint.health.status {
        case .active: ports.logger.notice("a webhook is active again", metadata: metadata)
        case .failing: ports.logger.warning("a webhook is failing", metadata: metadata)
        // A webhook that deliveries disabled has failed before.
        case .disabled where endpoint.health.failingSince == nil: ports.logger.notice("a webhook is paused", metadata: metadata)
        case .disabled: ports.logger.error("a webhook is disabled, and is sent nothing until it is enabled", metadata: metadata)
        }
    }

    private static func host(of url: String) -> String {
        switch try? WebhookURL(url).host {
        case .name(let name): "\(name)"
        case .address(let address): "\(address)"
        case nil: "unknown"
        }
    }
}
