import ArgumentParser
import Commands
import Logging
import PostgresLog
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

            With --cluster the log in PostgreSQL begins anew with the backup as its base. No server may follow the log meanwhile; then each \
            begins with a file that is not there yet.

            EXAMPLE: sectional restore backup.sqlite --database sectional.sqlite
            """)

    @Argument(help: "The file that sectional backup has made.")
    var backup: String

    @OptionGroup var options: SettingsOptions

    @OptionGroup var cluster: ClusterOptions

    @Flag(
        name: .long, help: "Also replace a file that is no database of Sectional, which is kept, too, or a log that has entries, which go.")
    var force = false

    func run() throws {
        let url = try cluster.url()
        let settings = try options.load(["cluster.url": url]).0.settings
        if url != nil { return try restoreLog(settings) }
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

    /// Begins the log anew with the backup.
    private func restoreLog(_ settings: Settings) throws(CommandFailure) {
        do {
            let staged = try StagedFile(path: settings.store.path)
            _ = try copy(to: staged, DatabaseFiles(settings.store.path), viewSections: settings.store.viewSections)
            let log = try PostgresLog(settings.cluster, logger: Logger(label: "restore") { _ in SwiftLogNoOpLogHandler() })
            defer { log.close() }
            let chunks = FileChunks(staged.descriptor)
            try log.beginAnew(isForced: force) { try chunks.next() }
            StandardStream.output.writeLine("the log in \(log.address) begins anew with \(backup)")
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(message: "the log can't begin anew: \(error)")
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
        let copy = try copy(to: staged, files, viewSections: viewSections)
        try staged.sync()
        let kept = try copy.putInPlace(time: FileTime.now())
        staged.wasRenamed()
        return kept
    }

    /// Copies the backup, and checks the copy.
    private func copy(to staged: StagedFile, _ files: DatabaseFiles, viewSections: Int) throws -> RestoredCopy {
        let bar = ProgressBar(total: 1_000)
        defer { bar.end() }
        var faults: [String] = []
        do {
            return try RestoredCopy(
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
    }
}
