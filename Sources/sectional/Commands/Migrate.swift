import ArgumentParser
import Commands
import PostgresLog
import SQLiteStore
import Settings

/// `sectional migrate`
struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a database, or bring it up to date.",
        discussion: """
            Nothing else may have the database open for writing. sectional serve and sectional import do the same when they start.

            With --cluster, or with cluster.url among the settings, the log in PostgreSQL is made instead. That takes the owner of its \
            database, or of the schema sectional.

            EXAMPLE: sectional migrate --database lists.sqlite
            """)

    @OptionGroup var options: SettingsOptions

    @OptionGroup var cluster: ClusterOptions

    func run() throws {
        let settings = try options.load(["cluster.url": try cluster.url()]).0.settings
        if settings.cluster.url != nil { return try migrateLog(settings) }
        let isNew: Bool
        do {
            isNew = try SQLiteListStore.migrate(settings.store.path)
        } catch {
            throw CommandFailure(opening: settings.store.path, error)
        }
        if isNew { StandardStream.output.writeLine("made a new database at \(settings.store.path)") }
        StandardStream.output.writeLine("\(settings.store.path) is up to date")
    }

    private func migrateLog(_ settings: Settings) throws(CommandFailure) {
        do {
            let isNew = try PostgresLog.migrate(settings.cluster)
            StandardStream.output.writeLine(isNew ? "made a new log" : "the log is up to date")
        } catch {
            throw CommandFailure(message: "the log can't be made: \(error)")
        }
    }
}
