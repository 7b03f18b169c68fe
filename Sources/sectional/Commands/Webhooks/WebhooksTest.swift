import ArgumentParser
import Console
import FoundationEssentials
import Ports
import RemoteServer
import Threads

/// `sectional webhooks test`
struct WebhooksTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a webhook.test, and say how the first attempt went.",
        discussion: """
            Exits with 1 where it was not delivered.

            EXAMPLE: sectional webhooks test 01890a5d-ac96-774b-bcce-b302099a8057
            """)

    @Argument(help: "The webhook's id.")
    var id: String

    @Option(name: .long, help: "The seconds to wait for the attempt.")
    var wait = 30.0

    @OptionGroup var server: RunningServer

    func run() throws {
        let service = try server.service()
        let made: WebhookAnswers.Delivery = try service.document("POST", WebhookService.path(id, "/test"))
        let end = Date().addingTimeInterval(wait)
        var (body, delivery) = try look(service, made.id)
        while delivery.attempts.isEmpty, delivery.status == "pending", Date() < end {
            SystemThread.pause(seconds: 0.05)
            (body, delivery) = try look(service, made.id)
        }
        server.show(body, lines: [delivery.line])
        guard delivery.status == "delivered" else { throw CommandFailure(message: "the test was not delivered") }
    }

    /// The delivery as it is now.
    private func look(_ service: WebhookService, _ delivery: String) throws -> (body: [UInt8], WebhookAnswers.Delivery) {
        let body = try service.send("GET", WebhookService.path(id, "/deliveries?limit=100"))
        let page: WebhookAnswers.Deliveries = try service.read(body)
        guard let found = page.deliveries.first(where: { $0.id == delivery }) else {
            throw CommandFailure(message: "the delivery \(delivery) is no longer among the newest")
        }
        return (body, found)
    }
}
