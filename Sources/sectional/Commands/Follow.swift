import ArgumentParser
import Commands
import Lists

/// `sectional follow`
struct Follow: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print what changes in a list, as it changes.",
        discussion: """
            A line for each version, and a line for each operation in it: moved "Paris" 0-3 → 1-0. It goes on over lost connections and \
            restarts of the server, misses nothing and shows nothing twice; it ends when the list is deleted.

            EXAMPLE: sectional follow airports --since 1
            """)

    @Argument(help: "The list's id.")
    var list: String

    @Option(
        name: .long, help: ArgumentHelp("Begin with what changed after this version. (default: with the next change)", valueName: "version")
    )
    var since: String?

    @Flag(name: .long, help: "Print the raw objects, one JSON object a line.")
    var json = false

    @OptionGroup var server: ServerOptions

    func run() throws {
        guard let id = ListID(list) else { throw CommandFailure.usage("“\(list)” is no list id") }
        let version = since.flatMap { Int64($0) }
        guard since == nil || version.map({ $0 >= 0 }) == true else {
            throw CommandFailure.usage("--since must be a version, from 0 on, and is “\(since ?? "")”")
        }
        let output = try OutputTarget(path: nil)
        try FollowRun(list: id, since: version, server: try server.runningServer(), isRaw: json, output: output).run()
    }
}
