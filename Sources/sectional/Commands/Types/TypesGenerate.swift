import ArgumentParser
import Commands
import SQLiteStore
import Settings

/// `sectional types generate`
struct TypesGenerate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Write code for an app that reads items of the cell types.",
        discussion: """
            One file, which needs no library: for Swift a Codable enum with associated values, for Kotlin a sealed interface, for TypeScript a \
            discriminated union. Items of other types, and values that are not as their type's schema says, are “unsupported” there, and no \
            errors. The same types make the same file. It works beside a server that has the database, and on a server with --server.

            EXAMPLE: sectional types generate --language swift --output CellTypes.swift
            """)

    @Option(name: .long, help: "The language of the code: swift, kotlin or typescript.")
    var language: String

    @OptionGroup var options: SettingsOptions
    @OptionGroup var serverOptions: ServerOptions

    @Option(name: .long, help: ArgumentHelp("Write to this file. (default: standard output)", valueName: "file"))
    var output: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The package of a Kotlin file. (default: \(TypeGenerator.defaultPackage))", valueName: "name"))
    var package: String?

    func run() throws {
        guard let chosen = GeneratedLanguage(rawValue: language) else {
            let known = GeneratedLanguage.allCases.map(\.rawValue)
            let nearest = NearestName(to: language, among: known).question
            throw CommandFailure.usage("--language must be one of \(known.joined(separator: ", ")), and is “\(language)”\(nearest)")
        }
        if let package {
            guard chosen == .kotlin else { throw CommandFailure.usage("--package is for --language kotlin") }
            guard TypeGenerator.isPackage(package) else {
                throw CommandFailure.usage("--package must be a name such as com.example.cells, and is “\(package)”")
            }
        }
        let server = try serverOptions.address(besides: options)
        let (settings, _) = try options.read()
        let registered = try server.map { try RegisteredTypes(server: $0) } ?? RegisteredTypes(database: settings.store.path)
        let source = TypeGenerator(registered.types, registryVersion: registered.version)
            .source(in: chosen, package: package ?? TypeGenerator.defaultPackage)
        let target = try OutputTarget(path: output)
        try target.write(source)
        try target.finish()
    }
}
