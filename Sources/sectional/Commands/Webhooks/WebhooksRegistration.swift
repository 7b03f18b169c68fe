import ArgumentParser
import Console
import JSON
import Lists
import RemoteServer

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
        try server.show("POST", WebhookService.path(id, "/enable"), body: .emptyObject) { (hook: WebhookAnswers.Hook) in
            ["\(hook.id) is \(hook.status)"]
        }
    }
}

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
        try server.show("POST", WebhookService.path(id, "/rotate-secret"), body: .emptyObject) { (hook: WebhookAnswers.Hook) in
            [hook.secret ?? ""]
        }
    }
}

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
