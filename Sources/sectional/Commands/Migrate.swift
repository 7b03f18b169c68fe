import ArgumentParser
import SQLiteStore

/// `sectional migrate`
struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Make a database, or bring it up to date.")

    @OptionGroup var options: SettingsOptions

    func run() throws {
        let (settings, _) = try options.read()
        do {
            try SQLiteListStore.migrate(settings.database)
        } catch {
            throw CommandFailure(opening: settings.database, error)
        }
        StandardStream.output.writeLine("\(settings.database) is up to date")
    }
}
