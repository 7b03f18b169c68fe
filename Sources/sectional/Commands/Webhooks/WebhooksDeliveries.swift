import ArgumentParser
import Commands
import FoundationEssentials
import Foundations
import JSON
import Wire

/// `sectional webhooks deliveries`
struct WebhooksDeliveries: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliveries", abstract: "Show the log of a webhook's deliveries, the newest first, a line each.",
        discussion: "EXAMPLE: sectional webhooks deliveries 01890a5d-ac96-774b-bcce-b302099a8057 --status failed")

    @Argument(help: "The webhook's id.")
    var id: String

    @Option(name: .long, help: "Only those that are pending, delivered or failed. (default: all)")
    var status: String?

    @Option(name: .long, help: "The most deliveries.")
    var limit = 50

    @Option(name: .long, help: ArgumentHelp("Go on behind this delivery. (default: begin with the newest)", valueName: "id"))
    var after: String?

    @OptionGroup var server: RunningServer

    func run() throws {
        var query = "?limit=\(limit)"
        if let status { query += "&status=\(PercentEncoding.segment(status))" }
        if let after { query += "&after=\(PercentEncoding.segment(after))" }
        try server.show("GET", WebhookService.path(id, "/deliveries\(query)")) { (page: WebhookAnswers.Deliveries) in
            page.deliveries.map(\.line) + (page.next.map { ["more with --after \($0)"] } ?? [])
        }
    }
}

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

/// `sectional webhooks replay`
struct WebhooksReplay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Send again what failed.",
        discussion: """
            Times are as in 2026-11-21T09:30:00Z. A webhook that is disabled has to be enabled first.

            EXAMPLE: sectional webhooks replay 01890a5d-ac96-774b-bcce-b302099a8057 --since 2026-11-21T09:30:00Z
            """)

    @Argument(help: "The webhook's id.")
    var id: String

    @Option(name: .long, help: ArgumentHelp("From events of this time on.", valueName: "time"))
    var since: String

    @Option(name: .long, help: ArgumentHelp("Up to events before this time. (default: all)", valueName: "time"))
    var until: String?

    @OptionGroup var server: RunningServer

    func run() throws {
        var document = "{\"since\":\(JSONText(string: since).text)"
        if let until { document += ",\"until\":\(JSONText(string: until).text)" }
        let body = JSONText(verbatim: document + "}")
        try server.show("POST", WebhookService.path(id, "/replay"), body: body) { (answer: WebhookAnswers.Count) in
            ["\(answer.count) deliver\(answer.count == 1 ? "y" : "ies") to be sent again"]
        }
    }
}
