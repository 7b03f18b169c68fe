import ArgumentParser

/// `sectional webhooks remove`
struct WebhooksRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a webhook, with the log of its deliveries.",
        discussion: """
            What was not delivered is not sent any more.

            EXAMPLE: sectional webhooks remove 01890a5d-ac96-774b-bcce-b302099a8057
            """)

    @Argument(help: "The webhook's id.")
    var id: String

    @OptionGroup var server: ServerOptions

    func run() throws {
        _ = try WebhookService(server: try server.runningServer()).send("DELETE", WebhookService.path(id))
        StandardStream.output.writeLine("\(id) is removed")
    }
}
