import ArgumentParser
import Commands
import SQLiteStore
import Settings

/// `sectional lists`
struct ListsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lists",
        abstract: "Show the lists, a line each: id, version, sections, items.",
        discussion: """
            The lists come in the order of their ids. It works beside a server that has the database, and on a server with --server, \
            which shows the lists that the token reaches.

            EXAMPLE: sectional lists --database lists.sqlite
            """)

    @OptionGroup var options: SettingsOptions
    @OptionGroup var serverOptions: ServerOptions

    @Option(name: .long, help: ArgumentHelp("Show only lists whose ids begin so. (default: all)", valueName: "text"))
    var prefix: String?

    @Flag(name: .long, help: "Print one JSON object, as GET /lists answers it, with all lists.")
    var json = false

    func run() throws {
        let server = try serverOptions.address(besides: options)
        let (settings, _) = try options.read()
        let prefix = prefix ?? ""
        let pages: any ListPages =
            try server.map { ServerLists(server: $0, prefix: prefix) } ?? DatabaseLists(path: settings.store.path, prefix: prefix)
        try (json ? ListOutput.json : .lines).write(pages)
    }
}
