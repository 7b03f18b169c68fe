import Commands
import Foundation
import Lists
import Logging
import Testing

import SQLiteStore
import Settings
@testable import sectional

@Suite("An import into a database")
final class ImportRunTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sectional-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test("the line that says what was done counts sections and items")
    func line() throws {
        let csv = "a\n" + (1...1_234).map { "\($0)\n" }.joined()
        #expect(try run(csv, RowLayout()) == "imported 1 section, 1,234 items into “numbers”, version 1")
        #expect(try run("a\n7\n", RowLayout()) == "imported 1 section, 1 item into “numbers”, version 2")
        #expect(try run("a\n7\n", RowLayout()) == "imported 1 section, 1 item into “numbers”, version 2, which had them already")
        #expect(try run("a\n", RowLayout()) == "imported 0 sections, 0 items into “numbers”, version 3")
    }

    @Test("an id that stands twice is an error that names file and line, and nothing is written")
    func repeatedID() throws {
        _ = try run("a,s\n1,x\n", RowLayout(id: "a"))
        let failure = #expect(throws: CommandFailure.self) { try run("a,s\n1,x\n2,y\n\n1,y\n", RowLayout(sectionBy: "s", id: "a")) }
        #expect(failure?.message.contains("numbers.csv:5: ") == true)
        #expect(failure?.message.contains("“1”") == true)
        #expect(failure?.status == 1)
        #expect(try run("a,s\n1,x\n", RowLayout(id: "a")).contains("version 1, which had them already"))
    }

    @Test("an import that is only for a missing list leaves one that is there, and does not look at the file")
    func ifMissing() throws {
        #expect(try run("a\n1\n", RowLayout(), ifMissing: true).hasPrefix("imported"))
        #expect(try run("no, csv\n", RowLayout(), ifMissing: true) == "“numbers” is there already")
    }

    @Test("a file's error names file and line")
    func fileErrors() {
        let failure = #expect(throws: CommandFailure.self) { try run("a,b\n1,2\n3\n", RowLayout()) }
        #expect(failure?.message == "\(folder.path)/numbers.csv:3: 1 fields, and there are 2 columns")
    }

    private func run(_ csv: String, _ layout: RowLayout, ifMissing: Bool = false) throws -> String {
        let file = folder.appendingPathComponent("numbers.csv").path
        try csv.write(toFile: file, atomically: true, encoding: .utf8)
        var settings = Settings()
        settings.store.path = folder.appendingPathComponent("lists.sqlite").path
        let list = try #require(ListID("numbers"))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let target = try DatabaseTarget(settings: settings, logger: logger)
        return try ImportRun(list: list, file: file, format: .csv, layout: layout, target: target, ifMissing: ifMissing).run()
    }
}
