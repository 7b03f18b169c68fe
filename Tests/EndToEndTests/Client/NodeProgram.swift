import Foundation
import Testing

/// The programs of `Tests/TypeScript`, which run `Clients/TypeScript` in Node.
enum NodeProgram: ClientProgram {
    /// Starts a part of the tests, or an app.
    static func start(_ arguments: String...) throws -> ProgramRun {
        let main = ProjectFolder.root.appendingPathComponent("Tests/TypeScript/main.js").path
        return try ProgramRun([main] + arguments, executable: URL(fileURLWithPath: GeneratedFile.tool("node")))
    }
}
