import Foundation

/// Runs the commands of a README as a reader would, one after the other, beside the server that they start.
///
/// Port 8080 becomes a free one and `data/sectional.sqlite` a file of the test's own; what commands write lands in a folder of its own, in
/// which the project's files are found by their names. `make serve` and `sectional serve` run until the next of them, and while a command
/// works on the database itself. Other targets of make are only looked up, for the tests are one of them; what fetches, needs a
/// container engine, or changes the machine as root is read, not run.
///
/// `sudo systemctl` starts, stops and reloads the server that `config/sectional.service` names, and `sudo -u sectional` is the user who
/// runs the tests. The places of an installed server become those of the test.
final class ReadmeRunner {
    private let root: URL
    private let document: String
    private let settings: String
    private let folder = Result { try TestFolder() }
    private let port: UInt16
    private var serve: String?
    private var server: ProgramRun?

    /// - Parameter document: The file's name, for failures.
    init(root: URL, document: String = "README.md") throws {
        self.root = root
        self.document = document
        port = try HTTPConnection.freePort()
        let folder = try folder.get()
        let shipped = try String(contentsOf: root.appendingPathComponent("config/sectional.yaml"), encoding: .utf8)
        settings = try folder.write(shipped.replacingOccurrences(of: "8080", with: "\(port)"), to: "installed.yaml")
        for name in try FileManager.default.contentsOfDirectory(atPath: root.path) where !name.hasPrefix(".") && name != "data" {
            try FileManager.default.createSymbolicLink(
                at: folder.url.appendingPathComponent(name), withDestinationURL: root.appendingPathComponent(name))
        }
    }

    /// Runs a command.
    ///
    /// - Returns: what it wrote on standard output.
    /// - Throws: when it does not do what the README says.
    @discardableResult
    func run(_ command: ReadmeCommand) throws -> String {
        if let request = ServiceRequest(command.text) {
            try operate(request)
            return ""
        }
        let own = "sudo -u sectional "
        let text = command.text.hasPrefix(own) ? String(command.text.dropFirst(own.count)) : command.text
        if text.hasPrefix("make serve") || text.contains("sectional serve") {
            try stop()
            serve = text
            try start()
            return ""
        }
        if text.hasPrefix("make") { return try finish(shell("\(text) --dry-run", in: root.path), command) }
        if ["git clone", "cd ", "docker", "podman", "sudo "].contains(where: text.hasPrefix) {
            return try finish(ProgramRun(["-n", "-c", text], executable: Self.bash), command)
        }
        let needsLock = ["sectional import", "sectional migrate"].contains(where: text.contains) && !text.contains("--server")
        if needsLock { try stop() } else { try start() }
        return try finish(shell(text, in: folder.get().url.path), command)
    }

    private func operate(_ request: ServiceRequest) throws {
        switch request {
        case .start:
            try stop()
            serve = try ServiceUnit().command
            try start()
        case .stop:
            try stop()
            serve = nil
        case .reload:
            guard let server else { throw TestFailure("no server runs that could be reloaded") }
            server.send(signal: SIGHUP)
            try server.waitForError(containing: "read again")
        }
    }

    /// Ends the server that a command has started.
    func stop() throws {
        guard let server else { return }
        self.server = nil
        server.send(signal: SIGTERM)
        _ = try server.status()
    }

    private func start() throws {
        guard server == nil, let serve else { return }
        let started = try shell(serve.hasPrefix("make") ? try making(serve) : serve, in: root.path)
        try started.waitForLine(startingWith: "listening on http://")
        // What starts the server sets nothing in its environment that it does not know.
        guard !started.errors.contains("is no setting") else { throw TestFailure("\(serve) is warned: \(started.errors)") }
        server = started
    }

    private func finish(_ run: ProgramRun, _ command: ReadmeCommand) throws -> String {
        let status = try run.status()
        let output = run.output
        guard status == 0 else { throw TestFailure("\(document):\(command.line): \(command.text)\nended with \(status): \(run.errors)") }
        let expected = command.expected ?? ""
        guard ShownOutput(expected).appears(in: output) else {
            throw TestFailure("\(document):\(command.line): \(command.text)\nshows\n\(expected)\nand the output is\n\(output)")
        }
        guard !output.contains("\"/problems/") || expected.contains("/problems/") else {
            throw TestFailure("\(document):\(command.line): \(command.text)\nis refused: \(output)")
        }
        return output
    }

    private func shell(_ text: String, in directory: String) throws -> ProgramRun {
        let folder = try folder.get()
        let database = folder.database
        let text = text.replacingOccurrences(of: "8080", with: "\(port)")
            .replacingOccurrences(of: ".build/release/sectional", with: ProgramRun.program.path)
            .replacingOccurrences(of: "/usr/local/bin/sectional", with: ProgramRun.program.path)
            .replacingOccurrences(of: "/var/lib/sectional/sectional.sqlite", with: database)
            .replacingOccurrences(of: "/etc/sectional/sectional.yaml", with: settings)
            .replacingOccurrences(of: "data/sectional.sqlite", with: database)
        let path =
            "\(ProgramRun.program.deletingLastPathComponent().path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        let environment = [
            "PATH": path, "HOME": folder.url.path, "PORT": "\(port)", "DATABASE": database, "SECTIONAL_PORT": "\(port)",
            "SECTIONAL_DATABASE": database,
        ]
        return try ProgramRun(["-o", "pipefail", "-c", text], executable: Self.bash, environment: environment, in: directory)
    }

    /// The command itself where the release program is up to date; else with the program that was built for the tests, because nothing
    /// can be built while the tests hold the build folder.
    private func making(_ serve: String) throws -> String {
        let look = try ProgramRun(["-C", root.path, "--question", ".build/release/sectional"], executable: Self.make)
        if try look.status() == 0 { return serve }
        let program = ProgramRun.program.path
        return "\(serve) PROGRAM=\(program) --old-file=\(program)"
    }

    private static let bash = URL(fileURLWithPath: "/bin/bash")
    private static let make = URL(fileURLWithPath: "/usr/bin/make")
}
