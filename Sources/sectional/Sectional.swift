import ArgumentParser
import Commands
import FoundationEssentials
import Lists
import Settings
import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The program: one command, and its exit status.
@main
struct Sectional: ParsableCommand {
    /// The program's version.
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "sectional",
        abstract: "Paginated, sectioned, versioned lists over HTTP.",
        discussion: """
            Settings come from flags, else SECTIONAL_… in the environment, else a YAML file, else their defaults.

            EXAMPLE: sectional serve --port 8080
            """,
        version: version,
        subcommands: [
            Serve.self, Migrate.self, Import.self, ExportCommand.self, Backup.self, Restore.self, Check.self, ListsCommand.self,
            Health.self, SettingsCommand.self, Token.self, Follow.self, WebhooksCommand.self, TypesCommand.self,
        ])

    static func main() {
        StandardDescriptors.occupyClosed()
        // A reader of the output that goes away, and a file that may not grow, are errors of writing and not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        end(run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs the command that the arguments name.
    ///
    /// - Returns: 0; 2 for arguments or settings that can't be; 1 for any other error. One line on standard error says
    ///   which.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            try CommandNames.check(arguments)
            var command = try parseAsRoot(arguments)
            try command.run()
            return 0
        } catch let failure as CommandFailure {
            return fail(failure, arguments)
        } catch let error as SettingsError {
            return fail(.usage(error.description), arguments)
        } catch {
            guard exitCode(for: error) != .success else {
                StandardStream.output.writeLine(fullMessage(for: error))
                return 0
            }
            return fail(.usage(message(for: error)), arguments)
        }
    }

    private static func fail(_ failure: CommandFailure, _ arguments: [String]) -> Int32 {
        if failure.message.contains(where: { !$0.isNewline }) {
            let format = LogFormat(arguments: arguments, environment: ProcessInfo.processInfo.environment)
            StandardStream.error.writeLine(format.line(failure: failure.message, time: Timestamp.text(SystemSources.now())))
        }
        return failure.status
    }
}

/// Ends the process; a command has an `exit` of its own.
private func end(_ status: Int32) -> Never { exit(status) }
