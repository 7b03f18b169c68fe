import ArgumentParser

/// `sectional types`
struct TypesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "See the cell types, and generate code that reads their items.",
        discussion: "EXAMPLE: sectional types generate --language swift",
        subcommands: [TypesList.self, TypesGenerate.self])
}
