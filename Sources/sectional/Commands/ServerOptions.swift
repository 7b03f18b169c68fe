import ArgumentParser
import Foundation

/// The flags that name a running server.
struct ServerOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Work through the server that runs at this URL; SSL_CERT_FILE names other trusted certificates.", valueName: "URL"))
    var server: String?

    @Option(name: .long, help: ArgumentHelp("The server's token; else SECTIONAL_TOKEN in the environment has it.", valueName: "token"))
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
        try ServerAddress(server ?? "http://127.0.0.1:8080", token: givenToken)
    }

    private var givenToken: String? { token ?? ProcessInfo.processInfo.environment[SettingsEnvironment.tokenVariable] }
}
