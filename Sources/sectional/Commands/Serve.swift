import ArgumentParser
import Commands
import Logging
import MicroHTTPServer
import Settings

/// `sectional serve`
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the lists of a database over HTTP.",
        discussion: """
            Prints one line when it is ready, such as listening on http://127.0.0.1:8080, and ends on SIGTERM or SIGINT.

            EXAMPLE: sectional serve --port 8080 --database lists.sqlite
            """)

    @OptionGroup var options: SettingsOptions

    @Option(name: .long, help: ArgumentHelp("Listen on this IP address. (default: \(Settings().server.host))", valueName: "address"))
    var host: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Listen on this port; 0 takes a free one. (default: \(Settings().server.port))", valueName: "number"))
    var port: String?

    @OptionGroup var cluster: ClusterOptions

    @Flag(name: .long, help: "End with an error where there is no database, instead of making one.")
    var noCreate = false

    func run() throws {
        let signals = ServerSignals()
        let (start, log) = try options.load(["host": host, "port": port, "cluster.url": try cluster.url()])
        var loaded = start
        let application = try Application(settings: start.settings, mayCreate: !noCreate, logger: log.logger)
        StandardStream.output.writeLine("listening on \(try application.start())")
        while signals.next() == .reload { reload(&loaded, application, log) }
        log.logger.info("stopping")
        let limit = StopLimit(seconds: start.settings.shutdownSeconds, logger: log.logger)
        if !application.stop() { limit.endNow() }
    }

    /// Reads the settings again, applies those that a running server takes, and logs which have changed.
    private func reload(_ loaded: inout LoadedSettings, _ application: Application, _ log: ProgramLog) {
        do throws(SettingsError) {
            let (taken, afterRestart) = try loaded.readAgain()
            application.take(loaded.settings)
            let level = loaded.settings.log.level
            // The line is there if either level has it.
            log.threshold.level = min(log.threshold.level, level)
            var metadata: Logger.Metadata = ["changed": "\(taken.isEmpty ? "nothing" : taken.joined(separator: ", "))"]
            if !afterRestart.isEmpty { metadata["after_restart"] = "\(afterRestart.joined(separator: ", "))" }
            log.logger.info("the settings were read again", metadata: metadata)
            log.threshold.level = level
        } catch {
            log.logger.error("the settings can't be read again, and nothing has changed", metadata: ["error": "\(error)"])
        }
    }
}
