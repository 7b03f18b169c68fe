import ArgumentParser
import RemoteServer

/// `sectional webhooks list`
struct WebhooksList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the webhooks, a line each.",
        discussion: "EXAMPLE: sectional webhooks list --server http://localhost:8080")

    @OptionGroup var server: RunningServer

    func run() throws {
        try server.show("GET") { (answer: WebhookAnswers.Hooks) in answer.webhooks.map(\.line) }
    }
}
