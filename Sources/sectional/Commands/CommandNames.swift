import ArgumentParser
import Commands
import Settings

/// Checks the words of a command line that name a command, before its flags are read.
enum CommandNames {
    /// - Throws: a usage error where a command is missing, and for a word that names none, with the nearest one that there is.
    static func check(_ arguments: [String]) throws(CommandFailure) {
        var words = arguments[...]
        let isHelp = words.first == "help"
        if isHelp { words.removeFirst() }
        var command: any ParsableCommand.Type = Sectional.self
        var path = "sectional"
        while !command.configuration.subcommands.isEmpty {
            let known = command.configuration.subcommands
            guard let word = words.popFirst() else {
                guard isHelp else { throw .usage("a command is needed; \(path) --help lists them") }
                return
            }
            // A flag such as --help, which the parser reads.
            if word.hasPrefix("-") { return }
            guard let next = known.first(where: { name(of: $0) == word }) else {
                let nearest = NearestName(to: word, among: known.map(name) + ["help"]).question
                throw .usage("there is no command \(path) \(word)\(nearest.isEmpty ? "; \(path) --help lists them" : nearest)")
            }
            command = next
            path += " \(word)"
        }
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? String(describing: command).lowercased()
    }
}
