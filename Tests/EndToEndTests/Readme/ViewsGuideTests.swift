import Foundation
import Testing

@Suite("The guide to views and search")
struct ViewsGuideTests {
    @Test("every command does what the guide shows")
    func commands() throws {
        let document = "docs/views.md"
        let text = try String(contentsOf: ProjectFolder.root.appendingPathComponent(document), encoding: .utf8)
        let commands = ReadmeDocument(text).commands
        #expect(commands.contains { $0.text.contains("sectionBy") } && commands.contains { $0.text.contains("/search?q=") })
        let runner = try ReadmeRunner(root: ProjectFolder.root, document: document)
        for command in commands { try runner.run(command) }
        try runner.stop()
    }
}
