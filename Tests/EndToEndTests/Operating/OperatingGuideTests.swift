import Foundation
import Testing

import SQLiteStore
@testable import Settings
@testable import sectional

@Suite("The guide to operating")
struct OperatingGuideTests {
    private let guide: OperatingGuide

    init() throws {
        guide = try OperatingGuide()
    }

    @Test("every command does what the guide shows")
    func commands() throws {
        let commands = ReadmeDocument(guide.text).commands
        #expect(commands.contains { $0.text == "sudo systemctl restart sectional" })
        let runner = try ReadmeRunner(root: ProjectFolder.root, document: "docs/operating.md")
        for command in commands { try runner.run(command) }
        try runner.stop()
    }

    @Test("every error and warning of the log is explained, and no other")
    func logLines() throws {
        let written = try Self.sources().lines()
        let explained = Set(guide.logLines)
        #expect(explained.count == guide.logLines.count)
        #expect(written.count > 10)
        let missing = written.subtracting(explained)
        #expect(missing.isEmpty, "the guide does not explain \(missing.map(\.description).sorted())")
        let unwritten = explained.subtracting(written)
        #expect(unwritten.isEmpty, "nothing writes \(unwritten.map(\.description).sorted())")
    }

    @Test("lines of the log are found in sources, and one that can't be read off is a failure")
    func logSources() throws {
        let found = try LogSources(files: [
            "A.swift": #"""
            logger.error(
                "a \(b(c)) has \"gone\"", metadata: ["d": "e"])
            ports.logger?.warning("two")
            logger.info("three")
            """#,
            "DeliveryLoop.swift": #"self.logger.warning("\(what)")"#, "WebhookDelivery/B.swift": #"rest("could not \(see)", error)"#,
        ]).lines()
        #expect(
            found == [
                .init(level: "error", text: "a … has \"gone\""), .init(level: "warning", text: "two"),
                .init(level: "warning", text: "could not …"),
            ])
        for text in ["logger.error(message)", #"logger.warning("\(what)")"#, #"logger.log(level: .error, "four")"#] {
            #expect(throws: TestFailure.self, "\(text)") { try LogSources(files: ["A.swift": text]).lines() }
        }
    }

    @Test("what a failing start says is what the sources say")
    func startFailures() throws {
        let sources = try Self.sources().files.values.joined()
        #expect(guide.startFailures.count > 5)
        for line in guide.startFailures {
            let pieces = line.split(separator: "…").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.count > 4 }
            #expect(!pieces.isEmpty && pieces.allSatisfy(sources.contains), "“\(line)” is in no source")
        }
    }

    @Test("every setting that it names is one, and it names every limit")
    func settings() throws {
        let keys = Set(SettingsTable.keys.map(\.name))
        let named = try guide.settings(in: Set(keys.map { String($0.split(separator: ".")[0]) }))
        #expect(named.isSubset(of: keys), "\(named.subtracting(keys).sorted())")
        let limits = keys.filter { key in ["limits.", "rate.", "server.", "writes."].contains { key.hasPrefix($0) } }
        let missing = limits.subtracting(named).subtracting(["server.threads"])
        #expect(missing.isEmpty, "the guide does not say what these protect from: \(missing.sorted())")
    }

    @Test("its settings for a server behind a proxy are taken")
    func proxySettings() throws {
        let text = try #require(guide.yaml.first)
        let folder = try TestFolder()
        let (settings, warnings) = try SettingsReader(file: try folder.write(text, to: "s.yaml"), flags: [:], environment: [:]).read()
        #expect(warnings.isEmpty && settings.store.path == Settings().store.path)
    }

    @Test("the files that it links to are there")
    func links() throws {
        let links = try guide.links
        #expect(links.count > 5)
        for link in links {
            #expect(FileManager.default.fileExists(atPath: ProjectFolder.root.appendingPathComponent("docs/\(link)").path), "\(link)")
        }
    }

    private static func sources() throws -> LogSources { try LogSources(ProjectFolder.root.appendingPathComponent("Sources")) }
}
