import ArgumentParser

/// `sectional webhooks`
struct WebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "See and change the webhooks of a running server.",
        discussion: """
            A server that asks for tokens wants one of the scope admin.

            EXAMPLE: sectional webhooks list
            """,
        subcommands: [
            WebhooksList.self, WebhooksAdd.self, WebhooksTest.self, WebhooksDeliveries.self, WebhooksReplay.self,
            WebhooksRemove.self, WebhooksEnable.self, WebhooksRotateSecret.self, WebhooksListen.self,
        ])
}
