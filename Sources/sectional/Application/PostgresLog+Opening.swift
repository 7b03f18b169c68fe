import Commands
import FoundationEssentials
import Logging
import PostgresLog
import Settings
import Webhooks

extension PostgresLog {
    /// The log that a server shares with others, where its settings name one. PostgreSQL has to answer.
    static func open(_ settings: Settings, logger: Logger) throws(CommandFailure) -> PostgresLog? {
        guard settings.cluster.url != nil else { return nil }
        guard let key = settings.webhookKey else {
            throw CommandFailure(
                message: "webhooks.key must be set where cluster.url is, to the same on all servers, which share the secrets")
        }
        do {
            let log = try PostgresLog(settings.cluster, logger: logger)
            for reason in try log.warnings() {
                logger.warning("the log is not as safe as it could be", metadata: ["log": "\(log.address)", "reason": "\(reason)"])
            }
            try log.check(key)
            return log
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(message: "the log can't be used: \(error)")
        }
    }

    /// The name of what the first server has sealed.
    private static let keyName = "webhooks.key"

    /// Checks that the servers of the log have the same key: each opens what the first one has sealed.
    private func check(_ key: SecretBox) throws {
        let sealed = try setting(Self.keyName) {
            Data(try key.seal(Array(Self.keyName.utf8), for: Self.keyName)).base64EncodedString()
        }
        guard let bytes = Data(base64Encoded: sealed), (try? key.open(Array(bytes), for: Self.keyName)) != nil else {
            throw CommandFailure(message: "webhooks.key is not the key of the other servers of \(address), which share the secrets")
        }
    }

    /// Warns of settings that a server which runs has with another value.
    func compare(_ settings: Settings, logger: Logger) {
        do {
            let names = try compare(settings.shared)
            guard !names.isEmpty else { return }
            logger.warning(
                "settings differ from those of another server of the log", metadata: ["settings": "\(names.joined(separator: ", "))"])
        } catch {
            logger.warning("the settings of other servers can't be read", metadata: ["error": "\(error)"])
        }
    }
}
