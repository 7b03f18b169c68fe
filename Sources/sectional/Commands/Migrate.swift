import ArgumentParser
import SQLiteStore
import Settings

/// `sectional migrate`
struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a database, or bring it up to date.",
        discussion: """
            Nothing else may have the database open for writing. sectional serve and sectional import do the same when they start.

            EXAMPLE: sectional migrate --database lists.sqlite
            """)

    @OptionGroup var options: SettingsOptions

    func run() throws {
        let (settings, _) = try options.read()
        let isNew: Bool
        do {
            isNew = try SQLiteListStore.migrate(settings.database)
        } catch {
            throw CommandFailure(opening: settings.database, error)
        }
        if isNew { StandardStream.output.writeLine("made a new database at \(settings.database)") }
        StandardStream.output.writeLine("\(settings.database) is up to date")
    }
}
