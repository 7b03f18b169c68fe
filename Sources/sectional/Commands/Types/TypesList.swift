import ArgumentParser
import CellTypes
import Commands
import SQLiteStore
import Settings

/// `sectional types list`
struct TypesList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the cell types, a line each: name, schema, cell, fallback, description.",
        discussion: """
            The types come in the order of their names. It works beside a server that has the database, and on a server with --server.

            EXAMPLE: sectional types list --database lists.sqlite
            """)

    @OptionGroup var options: SettingsOptions
    @OptionGroup var serverOptions: ServerOptions

    func run() throws {
        let server = try serverOptions.address(besides: options)
        let (settings, _) = try options.read()
        let registered = try server.map { try RegisteredTypes(server: $0) } ?? RegisteredTypes(database: settings.store.path)
        for type in registered.types { StandardStream.output.writeLine(escaping: Self.line(type)) }
    }

    private static func line(_ type: CellType) -> String {
        var parts = [type.name, type.schema == nil ? "no schema" : "schema"]
        if let cell = type.reuseIdentifier { parts.append("cell \(cell)") }
        if let fallback = type.fallback { parts.append("fallback \(fallback)") }
        if !type.description.isEmpty { parts.append("“\(type.description)”") }
        return parts.joined(separator: "  ")
    }
}
