import Foundation
import Testing

@Suite("How the program ends")
struct ExitTests {
    @Test(
        "what can't be asked for ends with 2 and one line that names it",
        arguments: [
            (["serve", "--prot", "1"], [:], "--prot"),
            (["frobnicate"], [:], "frobnicate"),
            (["import", "hello"], [:], "file"),
            (["import", "a b", "rows.csv"], [:], "“a b” is no list id"),
            (["import", "hello", "rows.txt"], [:], "--format"),
            (["serve", "--port", "65536"], [:], "--port must be an integer from 0 to 65535, and is “65536”"),
            (["serve"], ["SECTIONAL_LIMITS_PAGE": "0"], "SECTIONAL_LIMITS_PAGE must be an integer"),
            (["serve", "--config", "missing.yaml"], [:], "missing.yaml does not exist"),
            (["migrate"], ["SECTIONAL_CONFIG": "missing.yaml"], "missing.yaml does not exist"),
        ] as [([String], [String: String], String)])
    func usage(arguments: [String], environment: [String: String], words: String) throws {
        let run = try ProgramRun(arguments, environment: environment)
        #expect(try run.status() == 2)
        #expect(run.errors.hasPrefix("sectional: "))
        #expect(run.errors.contains(words))
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(run.output.isEmpty)
    }

    @Test("an unknown key in the file ends with 2 and names file, line and the nearest key")
    func unknownKey() throws {
        let folder = try TestFolder()
        let file = try folder.write("host: 127.0.0.1\nhisotry:\n  versions: 3\n", to: "sectional.yaml")
        let run = try ProgramRun(["serve", "--config", file])
        #expect(try run.status() == 2)
        #expect(run.errors == "sectional: \(file):2: unknown key hisotry; did you mean history?\n")
    }

    @Test("a host that is no address ends with 2 and names the setting")
    func unknownHost() throws {
        let run = try ProgramRun(["serve", "--host", "999.1.1.1"])
        #expect(try run.status() == 2)
        #expect(run.errors == "sectional: host must be an IP address or localhost, and is “999.1.1.1”\n")
    }

    @Test(
        "help and version end with 0",
        arguments: [
            (["--version"], "0.1.0"), (["--help"], "SUBCOMMANDS"), (["help", "import"], "--section-by"), (["serve", "-h"], "--port"),
        ])
    func help(arguments: [String], words: String) throws {
        let run = try ProgramRun(arguments)
        #expect(try run.status() == 0)
        #expect(run.output.contains(words))
        #expect(run.errors.isEmpty)
    }

    @Test("a database that a server uses ends other writers with 1 and names --server")
    func lockedDatabase() throws {
        let folder = try TestFolder()
        let rows = try folder.write("a\n1\n", to: "rows.csv")
        let server = try ProgramRun(["serve", "--port", "0", "--database", folder.database])
        _ = try server.port()
        for arguments in [["serve", "--port", "0"], ["migrate"], ["import", "hello", rows]] {
            let run = try ProgramRun(arguments + ["--database", folder.database])
            #expect(try run.status() == 1)
            #expect(run.errors.contains("--server"))
            #expect(run.errors.split(separator: "\n").count == 1)
        }
        server.send(signal: SIGTERM)
        #expect(try server.status() == 0)
        #expect(try ProgramRun(["migrate", "--database", folder.database]).status() == 0)
    }

    @Test("what can't be opened, read or listened on ends with 1 and one line")
    func failures() throws {
        let folder = try TestFolder()
        let noDatabase = try folder.write("this is no database, and long enough to be looked at as one.", to: "text.sqlite")
        let server = try TestServer(database: folder.path("other.sqlite"))
        for arguments in [
            ["serve", "--port", "\(server.port)", "--database", folder.database],
            ["serve", "--host", "192.0.2.1", "--database", folder.database],
            ["serve", "--port", "0", "--database", folder.path("missing/lists.sqlite")],
            ["serve", "--port", "0", "--database", noDatabase],
            ["import", "hello", folder.path("missing.csv"), "--database", folder.database],
        ] {
            let run = try ProgramRun(arguments)
            #expect(try run.status() == 1, "\(arguments)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
    }

    @Test("serve says one line on standard output, and where it listens")
    func oneLine() throws {
        let folder = try TestFolder()
        let server = try ProgramRun(
            ["serve", "--port", "0", "--database", folder.database],
            environment: ["SECTIONAL_LOG_FORMAT": "json", "SECTIONAL_LOG_ACCESS": "true", "SECTIONAL_NO_SUCH": "1"])
        let port = try server.port()
        #expect(try HTTPConnection(port: port).get("/healthz").status == 200)
        server.send(signal: SIGTERM)
        #expect(try server.status() == 0)
        #expect(server.output == "listening on http://127.0.0.1:\(port)\n")
        let records = try server.errors.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(
            records.contains { $0["level"] as? String == "warning" && ($0["message"] as? String)?.contains("SECTIONAL_NO_SUCH") == true })
        #expect(records.contains { $0["path"] as? String == "/healthz" && $0["status"] as? Int == 200 })
    }

    @Test("a server on IPv6 says its address in brackets")
    func ipv6() throws {
        let folder = try TestFolder()
        let server = try ProgramRun(["serve", "--host", "::1", "--port", "0", "--database", folder.database])
        #expect(try server.waitForLine(startingWith: "listening on http://[::1]:").allSatisfy(\.isNumber))
        server.send(signal: SIGTERM)
        #expect(try server.status() == 0)
    }

    @Test("a standard stream that is closed is none, whatever the program opens")
    func closedStreams() throws {
        let folder = try TestFolder()
        let arguments = ["l", "-", "--format", "ndjson", "--database", folder.database]
        for closed in ["<&-", "<&- >&-"] {
            let run = try ProgramRun(
                ["-c", "\"$@\" \(closed)", "sh", ProgramRun.program.path, "import"] + arguments, executable: URL(fileURLWithPath: "/bin/sh")
            )
            #expect(try run.status() == 1)
            #expect(run.errors == "sectional: standard input: can't be read: Bad file descriptor\n")
        }
        let serving = try ProgramRun(
            ["-c", "exec \"$@\" <&- 2>&-", "sh", ProgramRun.program.path, "serve", "--port", "0", "--database", folder.database],
            executable: URL(fileURLWithPath: "/bin/sh"))
        _ = try serving.port()
        for descriptor in [0, 2] {
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(serving.identifier)/fd/\(descriptor)")
            #expect(target == "/dev/null")
        }
        serving.send(signal: SIGTERM)
        #expect(try serving.status() == 0)
    }
}
