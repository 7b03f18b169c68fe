import Foundation
import Testing

/// The client for the JVM with its tests and apps, and the code of the guide for Android, compiled once for all tests.
enum KotlinProgram: ClientProgram {
    private static let jar = Result {
        let folder = try TestFolder()
        let folders = ["Clients/Kotlin/Sources", "Tests/Kotlin", "Tests/AndroidShim"]
        let sources = try folders.flatMap { try ProjectFolder.files(in: $0, ending: ".kt") }
        let jar = folder.path("client.jar")
        let arguments = try ["-nowarn", "-include-runtime", "-d", jar] + sources + guideFiles(in: folder)
        let environment = ["LC_ALL": "C.UTF-8", "JAVA_OPTS": "-Xmx1G"]
        let run = try ProgramRun(arguments, executable: URL(fileURLWithPath: GeneratedFile.tool("kotlinc")), environment: environment)
        guard try run.status(within: 400) == 0 else { throw TestFailure("kotlinc: \(run.output) \(run.errors)") }
        return (folder, jar)
    }

    /// The blocks of Kotlin in the guide, each a file.
    private static func guideFiles(in folder: TestFolder) throws -> [String] {
        let text = try String(contentsOf: ProjectFolder.root.appendingPathComponent("docs/android.md"), encoding: .utf8)
        let blocks = text.components(separatedBy: "```kotlin\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        return try blocks.enumerated().map { try folder.write($1, to: "Guide\($0).kt") }
    }

    /// Starts a part of the tests, or an app.
    static func start(_ arguments: String...) throws -> ProgramRun {
        let java = try URL(fileURLWithPath: GeneratedFile.tool("java"))
        return try ProgramRun(["-cp", jar.get().1, "MainKt"] + arguments, executable: java, environment: ["LC_ALL": "C.UTF-8"])
    }
}
