import Foundation
import Testing

/// The programs of `Tests/TypeScript`, which run `Clients/TypeScript` in Node.
enum NodeProgram {
    /// Starts a part of the tests, or an app.
    static func start(_ arguments: String...) throws -> ProgramRun {
        let main = ProjectFolder.root.appendingPathComponent("Tests/TypeScript/main.js").path
        return try ProgramRun([main] + arguments, executable: URL(fileURLWithPath: GeneratedFile.tool("node")))
    }

    /// Waits until a program has ended well.
    ///
    /// - Returns: the last line of its output.
    @discardableResult
    static func finish(_ run: ProgramRun, within seconds: Int = 180) throws -> String {
        guard try run.status(within: seconds) == 0 else { throw TestFailure("\(run.output) \(run.errors)") }
        return run.output.split(separator: "\n").last.map(String.init) ?? ""
    }
}
