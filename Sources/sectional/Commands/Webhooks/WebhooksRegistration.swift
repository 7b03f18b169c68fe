import ArgumentParser
import Commands
import JSON
import Settings

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

/// `sectional webhooks add`
struct WebhooksAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a webhook.",
        discussion: """
            Prints the webhook's id, and below it the secret that its deliveries are signed with, which is shown this once.

            EXAMPLE: sectional webhooks add https://hooks.example.com/taps --events item.selected --lists 'inbox-*'
            """)

    @Argument(help: "Where events are sent to.")
    var url: String

    @Option(name: .long, help: ArgumentHelp("Hear only of these, such as item.selected,list.deleted. (default: all)", valueName: "a,b"))
    var events: String?

    @Option(name: .long, help: ArgumentHelp("Hear only of these lists; * stands for any characters. (default: all)", valueName: "a,b*"))
    var lists: String?

    @Option(name: .long, help: "What it is for. (default: nothing)")
    var description: String?

    @Flag(name: .long, help: "Send one event at a time, in order.")
    var ordered = false

    @Option(name: .long, help: ArgumentHelp("Sign with this. (default: the server makes one)", valueName: "whsec_…"))
    var secret: String?

    @OptionGroup var server: RunningServer

    func run() throws {
        try server.show("POST", body: document) { (hook: WebhookAnswers.Hook) in [hook.id, hook.secret ?? ""] }
    }

    private var document: JSONText {
        var members = [("url", JSONText(string: url).text), ("ordered", ordered ? "true" : "false")]
        if let events { members.append(("events", Self.array(events))) }
        if let lists { members.append(("lists", Self.array(lists))) }
        if let description { members.append(("description", JSONText(string: description).text)) }
        if let secret { members.append(("secret", JSONText(string: secret).text)) }
        return JSONText(verbatim: "{\(members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ","))}")
    }

    /// A list separated by commas as a JSON array.
    private static func array(_ text: String) -> String {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { JSONText(string: $0.trimmed).text }
        return "[\(parts.joined(separator: ","))]"
    }
}

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
        StandardStream.output.writeLine(escaping: "\(id) is removed")
    }
}
