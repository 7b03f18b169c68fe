import ArgumentParser
import Foundation
import Testing

@testable import sectional

@Suite("Help")
struct HelpTests {
    /// A command as the program describes it.
    struct Command: Decodable {
        struct Argument: Decodable {
            let kind: String
            let names: [[String: String]]?
            let abstract: String?
            let defaultValue: String?
            let isOptional: Bool
        }

        let commandName: String
        let discussion: String?
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// This and all commands below it, with their names from the root on; but for `help`.
        func all(below path: [String] = []) -> [(path: [String], command: Command)] {
            guard commandName != "help" else { return [] }
            let path = path + [commandName]
            return [(path, self)] + (subcommands ?? []).flatMap { $0.all(below: path) }
        }
    }

    private struct Description: Decodable {
        let command: Command
    }

    static func commands() throws -> [(path: [String], command: Command)] {
        let text = try CommandLineTool.run("--experimental-dump-help")
        return try JSONDecoder().decode(Description.self, from: Data(text.utf8)).command.all()
    }

    @Test("every command's help has an example that the program takes, and every option a default")
    func examplesAndDefaults() throws {
        let commands = try Self.commands()
        #expect(Set(commands.map { $0.path.dropFirst().first }).isSuperset(of: ["serve", "import", "lists", "health", "webhooks"]))
        for (path, command) in commands {
            let name = path.joined(separator: " ")
            let lines = (command.discussion ?? "").split(separator: "\n").filter { $0.hasPrefix("EXAMPLE: sectional ") }
            #expect(lines.count == 1, "\(name)")
            for line in lines {
                let words = line.dropFirst("EXAMPLE: sectional ".count).split(separator: " ").map { $0.filter { $0 != "'" } }
                #expect(command.subcommands != nil || words.starts(with: path.dropFirst()), "\(line)")
                #expect(throws: Never.self, "\(line)") { _ = try Sectional.parseAsRoot(words) }
            }
            let shown = try ProgramRun(["help"] + path.dropFirst())
            #expect(try shown.status() == 0)
            #expect(shown.output.contains("EXAMPLE: sectional") && shown.output.contains("USAGE: \(name)"), "\(name)")
            for argument in command.arguments ?? [] where argument.kind == "option" && argument.isOptional {
                let isNamed = argument.defaultValue != nil || argument.abstract?.contains("(default: ") == true
                #expect(isNamed, "\(name) \(argument.names ?? [])")
            }
        }
    }

    @Test(
        "no command, and one that there is not, end with 2 and what to do",
        arguments: [
            ([], "a command is needed; sectional --help lists them"),
            (["webhooks"], "a command is needed; sectional webhooks --help lists them"),
            (["serv"], "there is no command sectional serv; did you mean serve?"),
            (["improt", "cities", "x.json"], "there is no command sectional improt; did you mean import?"),
            (["webhooks", "lst"], "there is no command sectional webhooks lst; did you mean list?"),
            (["help", "exprt"], "there is no command sectional exprt; did you mean export?"),
            (["frobnicate"], "there is no command sectional frobnicate; sectional --help lists them"),
        ])
    func unknownCommands(arguments: [String], words: String) throws {
        let run = try CommandLineTool.fail(arguments, status: 2, saying: words)
        #expect(run.output.isEmpty)
        #expect(run.errors == "sectional: \(words)\n")
    }

    @Test(
        "help for a command, in each of its forms, ends with 0",
        arguments: [["help"], ["--help"], ["webhooks", "--help"], ["help", "lists"]])
    func help(arguments: [String]) throws {
        let run = try ProgramRun(arguments)
        #expect(try run.status() == 0)
        #expect(run.output.contains("USAGE: sectional"))
    }

    @Test("import says what becomes of empty lines of a CSV file")
    func emptyLines() throws {
        let help = try CommandLineTool.run("import", "--help").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains("empty lines are passed over, so an empty value in a file of one column is written as \"\""))
    }
}
