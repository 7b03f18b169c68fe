import Foundation
import Testing

/// The client's UIKit part at work, on `Tests/AppleShim` and with the program in `Tests/AppleRun`.
@Suite("A collection view and a table that follow a list")
struct CollectionViewTests {
    @Test("break none of UIKit's rules while the list is written to, and show at last what the list has")
    func strict() throws {
        let folder = try TestFolder()
        let server = try ServerProcess(database: folder.database)
        try library("UIKit", "Tests/AppleShim/UIKit", in: folder)
        try library("SectionalClient", "Clients/Swift/Sources/SectionalClient", in: folder)
        try compile(["-o", folder.path("program"), "-lSectionalClient", "-lUIKit"], "Tests/AppleRun", in: folder)
        for view in ["collection", "table"] {
            let run = try ProgramRun(
                ["http://127.0.0.1:\(server.port)", "300", view], executable: URL(fileURLWithPath: folder.path("program")))
            #expect(try run.status() == 0, "\(view): \(run.output) \(run.errors)")
            #expect(run.output.contains(" batches, "))
        }
        #expect(try server.stop() == 0)
    }

    private func library(_ name: String, _ sources: String, in folder: TestFolder) throws {
        let house = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"].flatMap { ["-enable-upcoming-feature", $0] }
        let outputs = ["-emit-module-path", folder.path("\(name).swiftmodule"), "-o", folder.path("lib\(name).a")]
        try compile(["-emit-library", "-static", "-emit-module", "-module-name", name] + house + outputs, sources, in: folder)
    }

    private func compile(_ arguments: [String], _ sources: String, in folder: TestFolder) throws {
        let root = ProjectFolder.root.appendingPathComponent(sources).path
        let files = (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
        let run = try ProgramRun(
            ["-swift-version", "6", "-parse-as-library", "-wmo", "-I", folder.url.path, "-L", folder.url.path]
                + files.sorted().map { "\(root)/\($0)" } + arguments,
            executable: URL(fileURLWithPath: GeneratedFile.tool("swiftc")))
        guard try run.status(within: 400) == 0 else { throw TestFailure("swiftc of \(sources): \(run.output) \(run.errors)") }
    }
}
