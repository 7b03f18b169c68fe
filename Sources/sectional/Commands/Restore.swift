import ArgumentParser
import Commands
import SQLiteStore
import Settings

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `sectional restore`
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a backup in the place of a database.",
        discussion: """
            The backup is copied and the copy checked first; if it is not whole, nothing changes. The database that was there is kept beside \
            the new one, with .replaced- and the time at the end of its name, its write-ahead log with it. No server may have the \
            database meanwhile.

            Each list gets a new version with the content of the backup, 1,000,000 above the backup's newest, the oldest that can be read: \
            no number or entity tag that the lost database gave out comes again with another content.

            EXAMPLE: sectional restore backup.sqlite --database sectional.sqlite
            """)

    @Argument(help: "The file that sectional backup has made.")
    var backup: String

    @OptionGroup var options: SettingsOptions

    @Flag(name: .long, help: "Also replace a file that is no database of Sectional. It is kept, too.")
    var force = false

    func run() throws {
        let (settings, _) = try options.read()
        let files = DatabaseFiles(settings.store.path)
        do {
            let lock = try DatabaseLock(settings.store.path)
            try checkPlace(files)
            let kept = try restore(files, viewSections: settings.store.viewSections)
            withExtendedLifetime(lock) {}
            let words = kept.map { "; what was there is \($0)" } ?? ""
            StandardStream.output.writeLine("\(settings.store.path) is restored from \(backup)\(words)")
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(opening: settings.store.path, error)
        }
    }

    /// Checks that the file to replace is a database, and not the backup.
    private func checkPlace(_ files: DatabaseFiles) throws {
        var (old, new) = (stat(), stat())
        guard stat(files.database, &old) == 0 else { return }
        guard old.st_mode & S_IFMT == S_IFREG else { throw CommandFailure(message: "\(files.database) is no file") }
        if stat(backup, &new) == 0, old.st_dev == new.st_dev, old.st_ino == new.st_ino {
            throw CommandFailure.usage("\(backup) is the database itself")
        }
        guard !force, old.st_size > 0, !SQLiteListStore.isStore(files.database) else { return }
        throw CommandFailure(message: "\(files.database) is no database of Sectional; --force replaces and keeps it all the same")
    }

    /// - Returns: The path of the old database now; `nil` if there was none.
    private func restore(_ files: DatabaseFiles, viewSections: Int) throws -> String? {
        let staged = try StagedFile(path: files.database)
        let bar = ProgressBar(total: 1_000)
        defer { bar.end() }
        var faults: [String] = []
        let copy: RestoredCopy
        do {
            copy = try RestoredCopy(
                of: backup, at: staged.stagingPath, inPlaceOf: files, now: Int64(time(nil)) * 1_000, viewSections: viewSections
            ) {
                bar.show(Int($0 * 1_000))
            } report: {
                faults.append($0)
            }
        } catch {
            bar.end()
            for fault in faults { StandardStream.output.writeLine(escaping: "\(backup): \(fault)") }
            throw CommandFailure(opening: backup, error)
        }
        try staged.sync()
        let kept = try copy.putInPlace(time: Self.timestamp())
        staged.wasRenamed()
        return kept
    }

    /// The time as the end of a file's name: UTC, without a character that a shell minds.
    private static func timestamp() -> String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y%m%d-%H%M%S", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
