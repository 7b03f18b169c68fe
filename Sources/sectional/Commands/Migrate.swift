import ArgumentParser
import Commands
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
            isNew = try SQLiteListStore.migrate(settings.store.path)
        } catch {
            throw CommandFailure(opening: settings.store.path, error)
        }
        if isNew { StandardStream.output.writeLine("made a new database at \(settings.store.path)") }
        StandardStream.output.writeLine("\(settings.store.path) is up to date")
    }
}
