import Foundation

/// The program, serving on a free port in a process of its own, which ends with it.
final class ServerProcess {
    let run: ProgramRun
    let port: UInt16
    private let folder: TestFolder

    /// - Parameters:
    ///   - database: The database's file; one of its own, which goes with it, unless another is named.
    ///   - arguments: Added to those that every server is started with.
    init(
        database: String? = nil, _ arguments: [String] = [], executable: URL = ProgramRun.program, environment: [String: String] = [:]
    ) throws {
        folder = try TestFolder()
        run = try ProgramRun(
            ["serve", "--port", "0", "--database", database ?? folder.database] + arguments, executable: executable,
            environment: environment)
        port = try run.port()
    }

    /// The released program, which tools from outside are held against.
    static func released(environment: [String: String] = [:]) throws -> ServerProcess {
        let settings = ["SECTIONAL_LOG_ACCESS": "false"].merging(environment) { _, given in given }
        return try ServerProcess(executable: ProjectFolder.releasedProgram, environment: settings)
    }

    func connect() throws -> HTTPConnection { try HTTPConnection(port: port) }

    /// The number of a metric without labels.
    func metric(_ name: String) throws -> Int? { try connect().metric(name) }

    /// A number of the process's status in kibibytes: `VmRSS` is the memory that it holds now, `VmHWM` the most that it has held.
    func memory(_ name: String = "VmRSS") throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(run.identifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        guard let number = line.flatMap({ Int($0.filter(\.isNumber)) }) else { throw TestFailure("no \(name)") }
        return number
    }

    /// Puts the sample lists there that the examples of the API's description name.
    func putSamples() throws {
        let cities = try String(contentsOf: ProjectFolder.root.appendingPathComponent("samples/cities.json"), encoding: .utf8)
        for list in ["cities", "airports", "hello"] {
            let status = try connect().send("PUT", "/lists/\(list)", body: cities).status
            guard status == 201 else { throw TestFailure("the sample list is refused: \(status)") }
        }
    }

    /// Ends the server as an operator would.
    ///
    /// - Returns: its exit status.
    func stop() throws -> Int32 {
        run.send(signal: SIGTERM)
        return try run.status()
    }

    /// Ends the server as a power failure would.
    func kill() throws {
        run.send(signal: SIGKILL)
        guard try run.status() == -SIGKILL else { throw TestFailure("the server had ended before it was killed: \(run.errors)") }
    }
}
