public import ArgumentParser
import Commands
import Lists

/// `sectional import`
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put a JSON, NDJSON or CSV file into a list.",
        discussion: """
            The list is made, or its content replaced by the smallest change that gets there, as one write. A CSV row becomes an object \
            of strings; empty lines are passed over, so an empty value in a file of one column is written as "". A JSON file is what PUT /lists/{list} takes; with one of the flags for rows it is an array of rows. NDJSON as \
            sectional export writes it is put as it is; of any other each line is a row. The flags take the names of CSV columns, or JSON \
            pointers into each row.

            Memory does not grow with NDJSON and CSV, except with --section-by, which needs all rows at once; a JSON file is held whole. \
            The database must not be in use by a server; --server puts the file through one that runs.

            EXAMPLE: sectional import airports airports.csv --section-by country --id code
            """)

    @Argument(help: "The list's id.")
    var list: String

    @Argument(help: "The file; - is standard input.")
    var file: String

    @OptionGroup var options: SettingsOptions
    @OptionGroup var serverOptions: ServerOptions

    @Option(name: .long, help: "json, ndjson or csv. (default: as the file's ending says, .jsonl being ndjson)")
    var format: ImportFormat?

    @Option(name: .long, help: ArgumentHelp("Make sections of the rows, by this. (default: one section)", valueName: "place"))
    var sectionBy: String?

    @Option(
        name: .long, help: ArgumentHelp("A section's header, from its first row. (default: what --section-by takes)", valueName: "place"))
    var header: String?

    @Option(name: .long, help: ArgumentHelp("An item's id. (default: a new one)", valueName: "place"))
    var id: String?

    @Option(name: .long, help: ArgumentHelp("An item's cell type. (default: none)", valueName: "place"))
    var type: String?

    @Flag(name: .long, help: "Do nothing when the list exists.")
    var ifMissing = false

    func run() throws {
        guard let id = ListID(list) else { throw CommandFailure.usage("“\(list)” is no list id") }
        guard let format = format ?? ImportFormat(path: file) else {
            throw CommandFailure.usage("--format json, ndjson or csv is needed: \(file) doesn't say it")
        }
        let server = try serverOptions.address(besides: options)
        let (settings, logger) = try options.read()
        let target: any ImportTarget = try server.map { ServerTarget(server: $0) } ?? DatabaseTarget(settings: settings, logger: logger)
        let layout = RowLayout(sectionBy: sectionBy, header: header, id: self.id, type: type)
        let run = ImportRun(list: id, file: file, format: format, layout: layout, target: target, ifMissing: ifMissing)
        StandardStream.output.writeLine(escaping: try run.run())
    }
}

extension ImportFormat: ExpressibleByArgument {}
