import Settings
import ArgumentParser
import Logging

/// `sectional serve`
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the lists of a database over HTTP.",
        discussion: """
            Prints one line when it is ready, such as listening on http://127.0.0.1:8080, and ends on SIGTERM or SIGINT.

            EXAMPLE: sectional serve --port 8080 --database lists.sqlite
            """)

    @OptionGroup var options: SettingsOptions

    @Option(name: .long, help: ArgumentHelp("Listen on this IP address. (default: \(Settings().host))", valueName: "address"))
    var host: String?

    @Option(name: .long, help: ArgumentHelp("Listen on this port; 0 takes a free one. (default: \(Settings().port))", valueName: "number"))
    var port: String?

    @Flag(name: .long, help: "End with an error where there is no database, instead of making one.")
    var noCreate = false

    func run() throws {
        let signals = ServerSignals()
        let start = try options.start(["host": host, "port": port])
        let application = try Application(settings: start.settings, mayCreate: !noCreate, logger: start.logger)
        var reload = SettingsReload(start)
        StandardStream.output.writeLine("listening on \(try application.start())")
        while signals.next() == .reload { reload.run(application.take) }
        start.logger.info("stopping")
        let limit = StopLimit(seconds: start.settings.shutdown.seconds, logger: start.logger)
        if !application.stop() { limit.endNow() }
    }
}
