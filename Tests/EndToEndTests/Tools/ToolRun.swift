import Foundation

/// A tool that `Scripts/setup test` has installed, at work. One that is missing fails the test.
struct ToolRun {
    private let run: ProgramRun

    /// Starts it.
    ///
    /// - Parameters:
    ///   - input: What it reads on its standard input.
    ///   - directory: Where it runs; `nil` for a folder that goes with it.
    init(_ tool: String, _ arguments: [String], input: String = "", in directory: String? = nil) throws {
        let places = [
            ProjectFolder.root.appendingPathComponent(".venv/bin/\(tool)").path, "/usr/bin/\(tool)", "/usr/sbin/\(tool)",
            "/usr/local/bin/\(tool)",
        ]
        guard let path = places.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw TestFailure("\(tool) is missing; Scripts/setup test installs it")
        }
        run = try ProgramRun(
            arguments, executable: URL(fileURLWithPath: path),
            environment: ["LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"], input: input, in: directory)
    }

    var isRunning: Bool { run.isRunning }

    /// What it has written so far.
    var output: String { run.output + run.errors }

    /// Waits for its end.
    func status(within seconds: Int = 180) throws -> Int32 { try run.status(within: seconds) }
}
