import Foundation

/// What `make build` has made, which `make install` and the container ship.
enum ReleasedProgram {
    static let url = ProjectFolder.root.appendingPathComponent(".build/release/sectional")

    /// Its path.
    ///
    /// - Throws: where it is not there, or was built with Swift's libraries beside it.
    static func path() throws -> String {
        guard FileManager.default.isExecutableFile(atPath: url.path) else {
            throw TestFailure("\(url.path) is missing; make build makes it")
        }
        let libraries = try run("/usr/bin/ldd", url.path)
        guard !libraries.contains("libswiftCore") else { throw TestFailure("\(url.path) is not what make build makes: \(libraries)") }
        return url.path
    }

    /// Runs a program to its end.
    ///
    /// - Returns: what it wrote on standard output.
    @discardableResult
    static func run(_ executable: String, _ arguments: String..., environment: [String: String] = [:]) throws -> String {
        let run = try ProgramRun(arguments, executable: URL(fileURLWithPath: executable), environment: environment)
        guard try run.status(within: 120) == 0 else { throw TestFailure("\(executable) \(arguments): \(run.output) \(run.errors)") }
        return run.output
    }
}
