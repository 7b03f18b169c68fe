import ArgumentParser
import JSON
import Lists
import RemoteServer
import Settings

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

    private var document: JSONValue {
        var members = [("url", JSONValue(string: url).text), ("ordered", ordered ? "true" : "false")]
        if let events { members.append(("events", Self.array(events))) }
        if let lists { members.append(("lists", Self.array(lists))) }
        if let description { members.append(("description", JSONValue(string: description).text)) }
        if let secret { members.append(("secret", JSONValue(string: secret).text)) }
        return JSONValue(verbatim: "{\(members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ","))}")
    }

    /// A list separated by commas as a JSON array.
    private static func array(_ text: String) -> String {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { JSONValue(string: $0.trimmed).text }
        return "[\(parts.joined(separator: ","))]"
    }
}
