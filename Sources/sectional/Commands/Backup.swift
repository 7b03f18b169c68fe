import ArgumentParser
import Commands
import SQLiteStore
import Settings

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `sectional backup`
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy a database to a new file, also while a server writes to it.",
        discussion: """
            The copy is the database as it was at one moment, history included; it appears under its name when it is whole and on the \
            disk. A file that is there already is left alone. sectional serve --database FILE serves a copy.

            EXAMPLE: sectional backup backup.sqlite --database lists.sqlite
            """)

    @Argument(help: "The file to make.")
    var file: String

    @OptionGroup var options: SettingsOptions

    func run() throws {
        let (settings, _) = try options.read()
        var old = stat()
        guard lstat(file, &old) != 0 else { throw CommandFailure(message: "\(file) is there already") }
        let staged = try StagedFile(path: file)
        let bytes = stat(settings.store.path, &old) == 0 ? Int(old.st_size) : 0
        let bar = ProgressBar(total: bytes)
        defer { bar.end() }
        do {
            try SQLiteListStore.checkFiles(settings.store.path)
            try SQLiteListStore.backUp(settings.store.path, to: staged.stagingPath) { bar.show(Int($0 * Double(bytes))) }
        } catch {
            throw CommandFailure(opening: settings.store.path, error)
        }
        try staged.publish()
        bar.end()
        StandardStream.output.writeLine("\(settings.store.path) is backed up in \(file)")
    }
}
