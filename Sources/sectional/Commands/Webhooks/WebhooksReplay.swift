import ArgumentParser
import JSON
import Lists
import RemoteServer

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
        var document = "{\"since\":\(JSONValue(string: since).text)"
        if let until { document += ",\"until\":\(JSONValue(string: until).text)" }
        let body = JSONValue(verbatim: document + "}")
        try server.show("POST", WebhookService.path(id, "/replay"), body: body) { (answer: WebhookAnswers.Count) in
            ["\(answer.count) deliver\(answer.count == 1 ? "y" : "ies") to be sent again"]
        }
    }
}
