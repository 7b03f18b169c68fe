import ArgumentParser
import Commands
import Logging
import PostgresLog
import SQLiteStore
import Settings

/// `sectional check`
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say whether a database is whole, also while a server writes to it.",
        discussion: """
            Looks at all of SQLite's pages and indexes, and in every version of every list at its tree, its values and the places of its \
            items. Prints a line for each thing that is wrong and ends with 1, or a summary and ends with 0. Nothing is changed. A server's \
            write-ahead log grows until the check ends.

            With --cluster the database of a server is also held against its log: one of the log's bases, with the entries behind it, must \
            give the same rows. That takes room for two copies of the database beside it.

            EXAMPLE: sectional check --database sectional.sqlite
            """)

    @OptionGroup var options: SettingsOptions

    @OptionGroup var cluster: ClusterOptions

    func run() throws {
        let url = try cluster.url()
        let settings = try options.load(["cluster.url": url]).0.settings
        let bar = ProgressBar(total: 1_000, unit: .parts)
        defer { bar.end() }
        bar.show("checking pages")
        let summary: DatabaseCheck.Summary
        do {
            summary = try DatabaseCheck.run(settings.store.path, viewSections: settings.store.viewSections) {
                bar.show(Int($0 * 1_000))
            } report: {
                bar.end()
                StandardStream.output.writeLine(escaping: $0)
            }
        } catch {
            throw CommandFailure(opening: settings.store.path, error)
        }
        bar.end()
        guard summary.findings == 0 else {
            let things = summary.findings == 1 ? "1 thing is" : "\(summary.findings) things are"
            throw CommandFailure(
                message: "\(settings.store.path) is damaged: \(things) wrong; sectional restore BACKUP puts a backup in its place")
        }
        StandardStream.output.writeLine(
            "\(settings.store.path) is whole: lists \(summary.lists), versions \(summary.versions), items \(summary.items)")
        if url != nil { try compareWithLog(settings) }
    }

    private func compareWithLog(_ settings: Settings) throws(CommandFailure) {
        let log: PostgresLog
        do {
            log = try PostgresLog(settings.cluster, logger: Logger(label: "check") { _ in SwiftLogNoOpLogHandler() })
        } catch {
            throw CommandFailure(message: "the log can't be used: \(error)")
        }
        defer { log.close() }
        var findings = 0
        let position = try LogComparison(log: log, path: settings.store.path).run { finding in
            findings += 1
            StandardStream.output.writeLine(escaping: finding)
        }
        guard findings == 0 else {
            throw CommandFailure(
                message: "\(settings.store.path) differs from its log; stop its server, delete the file, and start the server again")
        }
        StandardStream.output.writeLine("\(settings.store.path) is as its log says, up to entry \(position)")
    }
}
