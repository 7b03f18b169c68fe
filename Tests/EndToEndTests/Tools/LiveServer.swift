import Foundation

/// The released program, serving on a free port in a process of its own: what tools from outside are held against.
final class LiveServer {
    private let folder: TestFolder
    private let run: ProgramRun
    let port: UInt16

    /// - Parameter environment: Settings beside those that a test needs.
    init(environment: [String: String] = [:]) throws {
        folder = try TestFolder()
        let settings = ["SECTIONAL_LOG_ACCESS": "false"].merging(environment) { _, given in given }
        run = try ProgramRun(
            ["serve", "--port", "0", "--database", folder.database], executable: Self.program, environment: settings)
        port = try run.port()
    }

    /// The project's root.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// What `make build` made, or what `SECTIONAL_PROGRAM` in the environment names, such as a build with a sanitizer.
    static let program =
        ProcessInfo.processInfo.environment["SECTIONAL_PROGRAM"].map { URL(fileURLWithPath: $0) }
        ?? root.appendingPathComponent(".build/release/sectional")

    var errors: String { run.errors }
    var isRunning: Bool { run.isRunning }

    func connect() throws -> HTTPConnection { try HTTPConnection(port: port) }

    /// Puts the sample lists there that the examples of the API's description name.
    func putSamples() throws {
        let cities = try String(contentsOf: Self.root.appendingPathComponent("samples/cities.json"), encoding: .utf8)
        for list in ["cities", "airports", "hello"] {
            let status = try connect().send("PUT", "/lists/\(list)", body: cities).status
            guard status == 201 else { throw TestFailure("the sample list is refused: \(status)") }
        }
    }

    /// The number of a metric without labels.
    func metric(_ name: String) throws -> Int? {
        let lines = try connect().get("/metrics").text.split(separator: "\n")
        return lines.first { $0.hasPrefix(name + " ") }.flatMap { Int($0.dropFirst(name.count + 1)) }
    }

    /// Kibibytes of memory that the process holds now.
    func residentMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(run.identifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let number = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { throw TestFailure("no VmRSS") }
        return number
    }

    /// Ends the server as an operator would.
    ///
    /// - Returns: its exit status.
    func stop() throws -> Int32 {
        run.send(signal: SIGTERM)
        return try run.status()
    }
}
