import ArgumentParser
import Commands
import FoundationEssentials
import MicroHTTPServer
import Settings

/// The flags that name a running server.
struct ServerOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Work through the server that runs at this URL; SSL_CERT_FILE names other trusted certificates. (default: the database, or, for \
            a command that needs a server, http://127.0.0.1:\(Settings().server.port))
            """, valueName: "URL"))
    var server: String?

    @Option(name: .long, help: ArgumentHelp("The server's token. (default: SECTIONAL_TOKEN in the environment)", valueName: "token"))
    var token: String?

    /// The server; `nil` where the command works on a database.
    func address(besides options: SettingsOptions) throws(CommandFailure) -> ServerAddress? {
        guard let server else {
            if token != nil { throw .usage("--token is for --server URL") }
            return nil
        }
        if options.database != nil { throw .usage("--server and --database exclude each other") }
        return try ServerAddress(server, token: givenToken)
    }

    /// The server of a command that works on nothing else; where no flag names one, the one that `sectional serve` starts.
    func runningServer() throws(CommandFailure) -> ServerAddress {
        try ServerAddress(server ?? "http://127.0.0.1:\(Settings().server.port)", token: givenToken)
    }

    private var givenToken: String? { token ?? ProcessInfo.processInfo.environment[SettingsEnvironment.tokenVariable] }
}
