import ArgumentParser
import Commands
import ListAPI
import Lists
import Settings
import Wire

/// `sectional token`
struct Token: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a token that opens a server.",
        discussion: """
            Prints the token, which is shown this once and kept nowhere, and below it the line that goes under auth.tokens in the \
            settings file.

            EXAMPLE: sectional token phone --scope read --lists 'cities,inbox-*'
            """)

    @Argument(help: "Whose token it is.")
    var name: String

    @Option(name: .long, help: "read, write or admin.")
    var scope = Scope.read.rawValue

    @Option(name: .long, help: ArgumentHelp("Reach only these lists; * stands for any characters. (default: all)", valueName: "a,b*"))
    var lists: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Let it open nothing from this time on, such as 2027-01-31T00:00:00Z. (default: no end)", valueName: "time")
    )
    var notAfter: String?

    func run() throws {
        guard NameRules.areKept(by: name) else {
            throw CommandFailure.usage("a token's name has 1 to 128 characters, none a control character")
        }
        guard let scope = Scope(rawValue: scope) else {
            throw CommandFailure.usage(
                "--scope must be one of \(Scope.allCases.map(\.rawValue).joined(separator: ", ")), and is “\(scope)”")
        }
        let patterns = lists?.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
        if let impossible = patterns?.first(where: { !TokenReader.isPattern($0) }) {
            throw CommandFailure.usage("--lists must be list ids, with * for any characters, and has “\(impossible)”")
        }
        if let notAfter, Timestamp.milliseconds(notAfter) == nil {
            throw CommandFailure.usage("--not-after must be a time such as 2027-01-31T00:00:00Z, and is “\(notAfter)”")
        }
        var random = SystemRandomNumberGenerator()
        let token = NewToken(name: name, scope: scope, lists: patterns, notAfter: notAfter) { random.next() }
        StandardStream.output.writeLine(token.text)
        StandardStream.output.writeLine(token.line)
    }
}
