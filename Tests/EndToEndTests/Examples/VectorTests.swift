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
}
