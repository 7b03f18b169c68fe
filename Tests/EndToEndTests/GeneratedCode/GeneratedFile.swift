import Foundation
import Testing

/// A folder with a file that the program has generated, for a compiler.
struct GeneratedFile {
    let folder: TestFolder

    /// What the program makes of the types of a server.
    init(_ language: String, of sample: SampleServer, as name: String) throws {
        folder = try TestFolder()
        try Self.generate(language, from: sample.url, to: folder.path(name))
    }

    /// What the program makes of an answer to `GET /cell-types`.
    init(_ language: String, _ answer: String, as name: String) throws {
        folder = try TestFolder()
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(answer.utf8.count)\r\nConnection: close\r\n\r\n"
        let server = try ScriptedServer(head + answer)
        try withExtendedLifetime(server) { try Self.generate(language, from: server.url, to: folder.path(name)) }
    }

    private static func generate(_ language: String, from server: String, to path: String) throws {
        _ = try CommandLineTool.run("types", "generate", "--language", language, "--server", server, "--output", path)
    }

    /// Runs a tool in the folder, which has to end with 0.
    ///
    /// - Returns: what it wrote.
    @discardableResult
    func run(_ executable: String, _ arguments: String..., input: String = "") throws -> String {
        let run = try ProgramRun(
            arguments, executable: URL(fileURLWithPath: executable), environment: ["LC_ALL": "C.UTF-8", "HOME": folder.url.path],
            input: input, in: folder.url.path)
        guard try run.status(within: 400) == 0 else { throw TestFailure("\(executable) \(arguments): \(run.output) \(run.errors)") }
        return run.output + (run.output.isEmpty ? run.errors : "")
    }

    /// A tool on the path of the tests, or one that `Scripts/setup test` installs.
    static func tool(_ name: String) throws -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/bin"]
        guard let path = folders.map({ "\($0)/\(name)" }).first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw TestFailure("\(name) is missing; Scripts/setup test installs it")
        }
        return path
    }
}
