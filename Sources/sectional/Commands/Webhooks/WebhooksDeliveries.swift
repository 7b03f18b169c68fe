import ArgumentParser
import RemoteServer
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
