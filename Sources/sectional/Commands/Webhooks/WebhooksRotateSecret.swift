import ArgumentParser
import JSON
import Lists

/// `sectional webhooks rotate-secret`
struct WebhooksRotateSecret: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-secret", abstract: "Give a webhook a new secret.",
        discussion: """
            Prints the secret, which is shown this once. Old and new both sign for 24 hours, so that a receiver can change over.

            EXAMPLE: sectional webhooks rotate-secret 01890a5d-ac96-774b-bcce-b302099a8057
            """)

    @Argument(help: "The webhook's id.")
    var id: String

    @OptionGroup var server: RunningServer

    func run() throws {
        let service = try server.service()
        let body = try service.send("POST", WebhookService.path(id, "/rotate-secret"), body: .emptyObject)
        try server.show(body) {
            let hook: WebhookAnswers.Hook = try service.read(body)
            return [hook.secret ?? ""]
        }
    }
}
