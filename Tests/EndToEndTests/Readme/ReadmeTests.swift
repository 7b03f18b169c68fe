import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
    @Test("every command does what the README shows")
    func commands() throws {
        let text = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let commands = ReadmeDocument(text).commands
        #expect(commands.contains { $0.text.hasPrefix("make serve") })
        let runner = try ReadmeRunner(root: Self.root)
        for command in commands { try runner.run(command) }
        try runner.stop()
    }

    @Test("commands are read from a document, with the output that it shows")
    func document() {
        let text = """
            # Title
            ```sh
            # a comment
            make serve

            curl -X PUT \\
              --json '[["a",
            "b"]]' localhost:8080/lists/hello  # more
            ```
            It answers
            ```json
            {"id": "hello", …}
            ```
            ```swift
            let notACommand = 1
            ```
            ```json
            {}
            ```
            ```console
            $ echo a
            a
            $ echo "b
            c"
            ```
            """
        #expect(
            ReadmeDocument(text).commands == [
                ReadmeCommand(line: 4, text: "make serve"),
                ReadmeCommand(
                    line: 6, text: "curl -X PUT \\\n  --json '[[\"a\",\n\"b\"]]' localhost:8080/lists/hello  # more",
                    expected: "{\"id\": \"hello\", …}"),
                ReadmeCommand(line: 21, text: "echo a", expected: "a"),
                ReadmeCommand(line: 23, text: "echo \"b\nc\""),
            ])
    }

    @Test(
        "output is what a document shows of it, white space aside",
        arguments: [
            ("{\"a\": …,\n \"c\": 3}", "{\"a\":[1,2],\"b\":2,\"c\":3}\n", true),
            ("b", "abc", true), ("", "anything", true), ("…", "", true),
            ("b…a", "abc", false), ("\"c\": 4", "{\"c\":3}", false), ("a", "", false),
        ])
    func shownOutput(shown: String, output: String, appears: Bool) {
        #expect(ShownOutput(shown).appears(in: output) == appears)
    }

    @Test("a runner serves, asks, imports beside the server and reports what differs")
    func runner() throws {
        let runner = try ReadmeRunner(root: Self.root)
        let put = "curl -s -X PUT --json '[[\"java\",\"swift\"]]' localhost:8080/lists/hello"
        for (text, expected) in [
            ("make test", nil), ("git clone nowhere && cd nowhere", nil),
            ("make serve", nil), (put, #"{"id": "hello", "version": 1, … "itemCount": 2, …}"#),
            ("printf 'c,n\\nFR,Paris\\n' > rows.csv", nil),
            ("sectional import places rows.csv --section-by c", "imported 1 section, 1 item into “places”, version 1"),
            ("curl -s 'localhost:8080/lists/places/items' | cat", #""value":{"c":"FR","n":"Paris"}"#),
        ] {
            try runner.run(ReadmeCommand(line: 1, text: text, expected: expected))
        }
        for (text, expected) in [
            ("curl -s localhost:8080/lists/missing", nil), ("curl -s localhost:8080/lists/hello", "\"version\": 7"), ("false", nil),
            ("make no-such-target", nil), ("docker run 'open", nil),
        ] {
            #expect(throws: TestFailure.self, "\(text)") { try runner.run(ReadmeCommand(line: 1, text: text, expected: expected)) }
        }
        try runner.stop()
    }

    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
