import ArgumentParser
import JSON
import Lists

/// `sectional webhooks enable`
struct WebhooksEnable: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Send to a webhook again that is disabled, or that is failing.",
        discussion: """
            What failed meanwhile stays so; sectional webhooks replay sends it.

            EXAMPLE: sectional webhooks enable 01890a5d-ac96-774b-bcce-b302099a8057
            """)

    @Argument(help: "The webhook's id.")
    var id: String

    @OptionGroup var server: RunningServer

    func run() throws {
        let service = try server.service()
        let body = try service.send("POST", WebhookService.path(id, "/enable"), body: .emptyObject)
        try server.show(body) {
            let hook: WebhookAnswers.Hook = try service.read(body)
            return ["\(hook.id) is \(hook.status)"]
        }
    }
}
