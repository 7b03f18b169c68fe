import Commands
import Logging
import PostgresLog
import Settings

extension PostgresLog {
    /// The log that a server shares with others, where its settings name one. PostgreSQL has to answer.
    static func open(_ settings: Settings, logger: Logger) throws(CommandFailure) -> PostgresLog? {
        guard settings.cluster.url != nil else { return nil }
        guard settings.webhookKey != nil else {
            throw CommandFailure(
                message: "webhooks.key must be set where cluster.url is, to the same on all servers, which share the secrets")
        }
        do {
            let log = try PostgresLog(settings.cluster, logger: logger)
            for reason in try log.warnings() {
                logger.warning("the log is not as safe as it could be", metadata: ["log": "\(log.address)", "reason": "\(reason)"])
            }
            return log
        } catch {
            throw CommandFailure(message: "the log can't be used: \(error)")
        }
    }
}
