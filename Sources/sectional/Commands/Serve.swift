import ArgumentParser
import Logging

/// `sectional serve`
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve the lists of a database over HTTP.")

    @OptionGroup var options: SettingsOptions

    @Option(name: .long, help: ArgumentHelp("Listen on this IP address.", valueName: "address"))
    var host: String?

    @Option(name: .long, help: ArgumentHelp("Listen on this port; 0 takes a free one.", valueName: "number"))
    var port: String?

    func run() throws {
        let signals = StopSignals()
        let (settings, logger) = try options.read(["host": host, "port": port])
        let application = try Application(settings: settings, logger: logger)
        StandardStream.output.writeLine("listening on \(try application.start())")
        signals.wait()
        logger.info("stopping")
        application.stop()
    }
}
