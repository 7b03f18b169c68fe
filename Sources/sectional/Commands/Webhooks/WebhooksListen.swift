import ArgumentParser
import Commands
import FoundationEssentials
import Logging
import MicroHTTPServer
import Webhooks

/// `sectional webhooks listen`
struct WebhooksListen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen", abstract: "Receive deliveries, verify and print them, a line each.",
        discussion: """
            A receiver to try webhooks with. It first prints where it listens, then of each event its time, its type, its webhook-id and its data. What is not \
            signed with the secret, or is older than five minutes, is answered with 401, and standard error says why. SIGINT or SIGTERM ends it.

            A server calls this machine only where webhooks.allow has 127.0.0.0/8.

            EXAMPLE: sectional webhooks listen --port 9000 --secret whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=
            """)

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Take what is signed with this; more than once while a secret is replaced. (default: that of WEBHOOK_SECRET in the environment)",
            valueName: "whsec_…"))
    var secret: [String] = []

    @Option(name: .long, help: ArgumentHelp("Listen on this IP address.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(name: .long, help: ArgumentHelp("Listen on this port; 0 takes a free one.", valueName: "number"))
    var port: UInt16 = 9_000

    @Flag(name: .long, help: "Print the body of each event, one JSON object a line.")
    var json = false

    private static let secretVariable = "WEBHOOK_SECRET"

    func run() throws {
        let signals = ServerSignals()
        let listener = WebhookListener(check: SignatureCheck(try secrets()), printsJSON: json)
        guard ServerConfiguration.accepts(host: host) else {
            throw CommandFailure.usage("--host must be an IP address or localhost, and is “\(host)”")
        }
        let server = MicroHTTPServer(
            configuration: ServerConfiguration(host: host, port: port), responder: listener,
            logger: Logger(label: "listen") { _ in SwiftLogNoOpLogHandler() }, refusal: { _, _ in WebhookListener.refusal })
        do throws(ServerError) {
            let (host, port) = try server.start()
            StandardStream.output.writeLine("listening on http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
        } catch {
            throw CommandFailure(message: "\(error)")
        }
        // There are no settings to read again.
        while signals.next() == .reload {}
        server.stop(within: 1)
    }

    private func secrets() throws(CommandFailure) -> [SigningSecret] {
        let given = secret.isEmpty ? ProcessInfo.processInfo.environment[Self.secretVariable].map { [$0] } ?? [] : secret
        guard !given.isEmpty else { throw .usage("--secret is missing: the webhook's secret, as it was shown when it was made") }
        var secrets: [SigningSecret] = []
        for text in given {
            guard let secret = SigningSecret(text) else { throw .usage("a secret is whsec_ and the base64 of 24 to 64 bytes") }
            secrets.append(secret)
        }
        return secrets
    }
}
