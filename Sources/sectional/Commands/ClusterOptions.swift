import ArgumentParser
import Commands
import PostgresLog
import Settings

/// The flag that names the log of several servers.
struct ClusterOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Share the log in the PostgreSQL at this URL with other servers. (default: cluster.url among the settings)", valueName: "URL"))
    var cluster: String?

    /// The URL, which has no password: every list of processes shows a flag.
    func url() throws(CommandFailure) -> String? {
        guard let cluster else { return nil }
        let hasPassword: Bool
        do {
            hasPassword = try PostgresAddress(cluster).hasPassword
        } catch {
            throw CommandFailure.usage("--cluster \(error)")
        }
        guard !hasPassword else {
            throw CommandFailure.usage("--cluster must have no password: PGPASSFILE, cluster.passwordFile and PGPASSWORD are for it")
        }
        return cluster
    }
}
