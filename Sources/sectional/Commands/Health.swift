import ArgumentParser
import Commands
import FoundationEssentials
import MicroHTTPServer
import Settings

/// `sectional health`
struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say whether a server is ready, for a container's health check.",
        discussion: """
            Exits with 0 where the server answers that it is ready, and with 1 where it does not, or not within 3 seconds. Without --server \
            it asks the server that these settings start, on this machine.

            EXAMPLE: sectional health --server http://localhost:8080
            """)

    @Option(
        name: .long,
        help: ArgumentHelp("Read host and port from this YAML file. (default: the file that SECTIONAL_CONFIG names)", valueName: "file"))
    var config: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Ask the server at this URL. (default: this machine, at the port of the settings, http://127.0.0.1:\(Settings().server.port))",
            valueName: "URL"))
    var server: String?

    @Flag(name: .long, help: "Ask only whether it is alive, be its database readable or not.")
    var alive = false

    func run() throws {
        let own = try server == nil ? OwnServer(config: config) : nil
        let address = try ServerAddress(server ?? own?.url ?? "", token: nil)
        try address.checkHealth(alive: alive, headers: own?.headers ?? [])
        StandardStream.output.writeLine("\(address.url) is \(alive ? "alive" : "ready")")
    }
}

/// The server that the settings start, as this machine reaches it.
private struct OwnServer {
    let url: String
    /// A host that the server answers to, where the settings name some.
    let headers: [String]

    /// - Parameter config: A YAML file of settings; `nil` for the one that the environment names.
    init(config: String?) throws {
        let reader = SettingsReader(file: config, flags: [:], environment: ProcessInfo.processInfo.environment)
        let settings = try reader.read().settings
        guard settings.server.port != 0 else { throw CommandFailure.usage("port is 0, any free one; --server must name the server's URL") }
        let host =
            switch settings.server.host {
            case "0.0.0.0", "": "127.0.0.1"
            case "::", "[::]": "[::1]"
            case let host where host.contains(":") && !host.hasPrefix("["): "[\(host)]"
            case let host: host
            }
        url = "http://\(host):\(settings.server.port)"
        headers = settings.hosts.first.map { ["Host: " + $0.replacing("*", with: "health")] } ?? []
    }
}
