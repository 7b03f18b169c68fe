import Foundation
import Testing

@Suite("The guide to cell types")
struct CellTypesGuideTests {
    @Test("every command does what the guide shows")
    func commands() throws {
        let document = "docs/cell-types.md"
        let text = try String(contentsOf: ProjectFolder.root.appendingPathComponent(document), encoding: .utf8)
        let commands = ReadmeDocument(text).commands
        #expect(commands.contains { $0.text.contains("Accept-Cell-Types") } && commands.contains { $0.text.contains("/geometry") })
        let runner = try ReadmeRunner(root: ProjectFolder.root, document: document)
        for command in commands { try runner.run(command) }
        try runner.stop()
    }
}
