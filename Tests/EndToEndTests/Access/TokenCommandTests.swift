import Foundation
import Testing

@Suite("Tokens from the command line to the log")
struct TokenCommandTests {
    /// The two lines that `sectional token` prints.
    private static func token(_ arguments: [String]) throws -> (text: String, line: String) {
        let run = try ProgramRun(["token"] + arguments)
        #expect(try run.status() == 0 && run.errors.isEmpty)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 2)
        return (lines.first ?? "", lines.last ?? "")
    }

    @Test("a token that the program made opens the server whose settings have its line, and stands nowhere in the log")
    func wholeWay() throws {
        let folder = try TestFolder()
        let (reader, readerLine) = try Self.token(["phone", "--lists", "a, b*"])
        let (writer, writerLine) = try Self.token(["feed \"1\"", "--scope", "write"])
        #expect(reader != writer && reader.count == 53)
        let file = try folder.write(
            "log: {level: trace, format: json, access: true}\nauth:\n  tokens:\n\(readerLine)\n\(writerLine)\n", to: "s.yaml")
        let server = try ProgramRun(["serve", "--port", "0", "--config", file, "--database", folder.database])
        let connection = try HTTPConnection(port: server.port())
        func status(_ method: String, _ target: String, _ token: String?, body: String? = nil) throws -> Int {
            try connection.send(method, target, token.map { ["Authorization": "Bearer \($0)"] } ?? [:], body: body).status
        }
        #expect(try status("PUT", "/lists/a", writer, body: "[[1]]") == 201)
        #expect(try status("PUT", "/lists/c", writer, body: "[[1]]") == 201)
        #expect(try status("GET", "/lists/a", reader) == 200)
        #expect(try status("GET", "/lists/c", reader) == 404)
        #expect(try status("PUT", "/lists/a", reader, body: "[]") == 403)
        #expect(try status("GET", "/lists/a", reader.uppercased()) == 401)
        #expect(try status("GET", "/lists/a", nil) == 401)
        server.send(signal: SIGTERM)
        #expect(try server.status() == 0)
        #expect(server.errors.contains("/lists/a"))
        for token in [reader, writer] {
            #expect(!(server.errors + server.output).lowercased().contains(token.lowercased().dropFirst("sectional_".count)))
        }
    }

    @Test(
        "what can't be a token ends with 2 and one line",
        arguments: [
            (["token"], [:], "name"), (["token", "a", "--scope", "all"], [:], "--scope must be one of read, write, admin"),
            (["token", "a", "--lists", "a,,b"], [:], "--lists"),
            (["token", "a", "--not-after", "tomorrow"], [:], "--not-after must be a time such as 2027-01-31T00:00:00Z"),
            (["token", ""], [:], "name"), (["token", "a\nb"], [:], "name"),
            (["serve"], ["SECTIONAL_AUTH_TOKENS": #"[{"name":"a","hash":"my-secret","scope":"read"}]"#], "auth.tokens[0].hash"),
            (["serve"], ["SECTIONAL_AUTH_TOKENS": "my-secret"], "SECTIONAL_AUTH_TOKENS must be a list of maps"),
            (["serve"], ["SECTIONAL_CORS_ORIGINS": "https://app.example/"], "cors.origins"),
        ] as [([String], [String: String], String)])
    func faults(arguments: [String], environment: [String: String], words: String) throws {
        let run = try ProgramRun(arguments, environment: environment)
        #expect(try run.status() == 2)
        #expect(run.errors.contains(words) && !run.errors.contains("my-secret") && run.output.isEmpty)
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test("a server that others reach warns that it is open, unless it asks for tokens")
    func warning() throws {
        let (_, line) = try Self.token(["phone"])
        let tokens = ["SECTIONAL_AUTH_TOKENS": "[\(line.drop { $0 != "{" })]"]
        for (host, environment, warns) in [("0.0.0.0", [:], true), ("0.0.0.0", tokens, false), ("127.0.0.1", [:], false)] {
            let folder = try TestFolder()
            let server = try ProgramRun(
                ["serve", "--port", "0", "--host", host, "--database", folder.database], environment: environment)
            _ = try server.port()
            server.send(signal: SIGTERM)
            #expect(try server.status() == 0)
            #expect(server.errors.contains("without auth.tokens") == warns, "\(host)")
        }
    }
}
