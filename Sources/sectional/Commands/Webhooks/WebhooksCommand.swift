import ArgumentParser
import Commands
import JSON

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

/// The server that a command about webhooks works through, and how its answers are printed.
struct RunningServer: ParsableArguments {
    @OptionGroup var options: ServerOptions

    @Flag(name: .long, help: "Print what the server answers, as JSON.")
    var json = false

    func service() throws(CommandFailure) -> WebhookService { WebhookService(server: try options.runningServer()) }

    /// Sends a request below `/webhooks` and prints its answer: as it came, or as lines of the document that it is.
    func show<Document: Decodable>(
        _ method: String, _ path: String = "", body: JSONText? = nil, lines: (Document) -> [String]
    ) throws(CommandFailure) {
        let service = try service()
        let answer = try service.send(method, path, body: body)
        show(answer, lines: json ? [] : lines(try service.read(answer)))
    }

    /// Prints an answer: as it came, or as these lines.
    func show(_ answer: [UInt8], lines: [String]) {
        for line in json ? [String(decoding: answer, as: UTF8.self)] : lines { StandardStream.output.writeLine(escaping: line) }
    }
}
