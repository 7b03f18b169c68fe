import ArgumentParser
import Commands
import Settings

/// `sectional settings`
struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Print every setting, with its default and a line on what it does.",
        discussion: """
            The output is a settings file in YAML that changes nothing: keep of it what is to differ.

            EXAMPLE: sectional settings
            """)

    func run() throws {
        StandardStream.output.write(SettingsDocument.text)
    }
}
