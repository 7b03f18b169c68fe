import ArgumentParser

/// `sectional webhooks list`
struct WebhooksList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the webhooks, a line each.",
        discussion: "EXAMPLE: sectional webhooks list --server http://localhost:8080")

    @OptionGroup var server: RunningServer

    func run() throws {
        let service = try server.service()
        let body = try service.send("GET")
        try server.show(body) {
            let answer: WebhookAnswers.Hooks = try service.read(body)
            return answer.webhooks.map(Self.line)
        }
    }

    /// Id, status, URL, then what it hears of.
    private static func line(_ hook: WebhookAnswers.Hook) -> String {
        let events = hook.events.isEmpty ? "all events" : hook.events.joined(separator: ",")
        let lists = hook.lists.isEmpty ? "all lists" : hook.lists.joined(separator: ",")
        let reason = hook.statusReason.map { " (\($0))" } ?? ""
        return "\(hook.id)  \(hook.status)\(reason)  \(hook.url)  \(events) of \(lists)\(hook.ordered ? ", ordered" : "")"
    }
}
