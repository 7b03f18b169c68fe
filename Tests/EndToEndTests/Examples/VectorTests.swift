import Foundation
import Testing

@Suite("Vectors of changes")
struct VectorTests {
    @Test("are what the server says, and lead from the list before to the list after")
    func vectors() throws {
        let script = ProjectFolder.root.appendingPathComponent("Scripts/make-vectors")
        let run = try ProgramRun(["--check", "--program", ProgramRun.program.path], executable: script)
        #expect(try run.status() == 0, "\(run.output) \(run.errors)")
    }

    @Test("lead Kotlin's model, and what RecyclerView is told, from the list before to the list after; a program finds one that does not")
    func kotlin() throws {
        let folder = try TestFolder()
        let sources = try ["Examples/Kotlin", "Tests/Kotlin"].flatMap { try files(in: $0, ending: ".kt") }
        try run("kotlinc", ["-nowarn"] + sources + ["-d", folder.path("out")])
        let vectors = try files(in: "Tests/Vectors", ending: ".json")
        let output = try run("kotlin", ["-cp", folder.path("out"), "MainKt"] + vectors)
        #expect(output.hasPrefix("\(vectors.count) vectors, "), "\(output)")

        let text = try String(contentsOfFile: #require(vectors.first { $0.hasSuffix("/move-item-down.json") }), encoding: .utf8)
        let wrong = try folder.write(text.replacing("\"from\": [0, 0]", with: "\"from\": [0, 1]"), to: "wrong.json")
        #expect(throws: TestFailure.self) { try run("kotlin", ["-cp", folder.path("out"), "MainKt", wrong]) }
    }

    private func files(in folder: String, ending: String) throws -> [String] {
        let url = ProjectFolder.root.appendingPathComponent(folder)
        return try FileManager.default.contentsOfDirectory(atPath: url.path).filter { $0.hasSuffix(ending) }.sorted()
            .map { url.appendingPathComponent($0).path }
    }

    @discardableResult
    private func run(_ tool: String, _ arguments: [String]) throws -> String {
        let run = try ProgramRun(
            arguments, executable: URL(fileURLWithPath: GeneratedFile.tool(tool)), environment: ["LC_ALL": "C.UTF-8"])
        guard try run.status(within: 400) == 0 else { throw TestFailure("\(tool): \(run.output) \(run.errors)") }
        return run.output
    }
}
