import ArgumentParser
import Commands
import Lists

/// `sectional export`
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a list as NDJSON.",
        discussion: """
            The first line is the list, then comes each section's line, followed by those of its items: what sectional import and \
            PUT /lists/{list} take as it is. All of it is one version. It works beside a server that has the database, and on a server \
            with --server; a server keeps the version while it is written out.

            EXAMPLE: sectional export airports --output airports.ndjson
            """)

    @Argument(help: "The list's id.")
    var list: String

    @OptionGroup var options: SettingsOptions
    @OptionGroup var serverOptions: ServerOptions

    @Option(name: .long, help: ArgumentHelp("Write this version. (default: the newest)", valueName: "version"))
    var at: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Write to this file, with a progress bar on a terminal. (default: standard output)", valueName: "file"))
    var output: String?

    func run() throws {
        guard let id = ListID(list) else { throw CommandFailure.usage("“\(list)” is no list id") }
        let version = at.flatMap { Int64($0) }
        guard at == nil || version.map({ $0 > 0 }) == true else {
            throw CommandFailure.usage("--at must be a version, from 1 on, and is “\(at ?? "")”")
        }
        let server = try serverOptions.address(besides: options)
        let (settings, _) = try options.read()
        let target = try OutputTarget(path: output, isJSON: true)
        let bar = ProgressBar(total: nil, unit: .lines, isShown: output != nil && output != "-" && StandardStream.error.isTerminal)
        defer { bar.end() }
        if let server {
            try ServerExport(list: id, version: version, server: server).run(to: target, bar)
        } else {
            try DatabaseExport(list: id, version: version, settings: settings).run(to: target, bar)
        }
        try target.finish()
    }
}
