import ArgumentParser

/// The server that a command works through, and how it shows what it gets.
struct RunningServer: ParsableArguments {
    @OptionGroup var options: ServerOptions

    @Flag(name: .long, help: "Print what the server answers, as JSON.")
    var json = false

    func service() throws(CommandFailure) -> WebhookService { WebhookService(server: try options.runningServer()) }

    /// Prints an answer: as it came, or as lines.
    func show(_ body: [UInt8], lines: () throws -> [String]) throws {
        guard !json else { return StandardStream.output.writeLine(String(decoding: body, as: UTF8.self)) }
        for line in try lines() { StandardStream.output.writeLine(line) }
    }
}
