import Foundation
import Testing

@testable import SectionalClient

@Suite("What was on the screen, on disk")
struct SnapshotFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("snapshot-\(UUID().uuidString)")

    private var snapshot: Snapshot<String> {
        let rows = [ListRow(id: "a", type: "T", cell: "TCell", revision: 3, value: "x")]
        let section = ListSection(id: "s", header: ["title": "S"], footer: 1, metadata: ["k": [true, .null, 1.5]], itemCount: 9)
        return Snapshot(
            version: 7, schema: "s", savedAt: Date(timeIntervalSince1970: 1), sections: [section], runs: [.init(offset: 4, rows: rows)],
            info: ListInfo(title: "Cities", metadata: ["row": ["title": "/city"]]))
    }

    @Test("is read back as it was, or not at all")
    func whole() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = SnapshotFile(url: folder.appendingPathComponent("snapshot"))
        #expect(file.read(String.self, JSONDecoder()) == nil)
        try file.write(snapshot, JSONEncoder())
        let read = try #require(file.read(String.self, JSONDecoder()))
        #expect(read.version == 7 && read.sections == snapshot.sections && read.savedAt == snapshot.savedAt)
        #expect(read.runs.map(\.offset) == [4] && read.runs[0].rows[0].value == "x" && read.runs[0].rows[0].type == "T")
        #expect(read.model(cells: nil)?.info.row.title == "/city" && read.info?.title == "Cities")
        let data = try Data(contentsOf: file.url)
        try data.dropLast(1).write(to: file.url)
        #expect(file.read(String.self, JSONDecoder()) == nil)
        let other = String(decoding: data, as: UTF8.self).replacingOccurrences(of: "\"format\":3", with: "\"format\":0")
        try Data(other.utf8).write(to: file.url)
        #expect(file.read(String.self, JSONDecoder()) == nil)
        file.remove()
        #expect(!FileManager.default.fileExists(atPath: file.url.path))
    }

    @Test("stays in its folder, one file for each list of each server")
    func names() throws {
        let cache = ListCache(folder: folder)
        let servers = ["http://a:1", "http://a:2", "http://a:1/x", "http://../.."].compactMap(URL.init(string:))
        let accounts = [nil, "", "a", "a/..", "@a", String(repeating: "ü", count: 300), String(repeating: "ü", count: 301)]
        let urls = servers.flatMap { server in
            accounts.flatMap { account in ["a", "a.b", "a~"].map { cache.snapshot(of: $0, at: server, for: account) } }
        }
        #expect(Set(urls).count == 12 * accounts.count)
        for url in urls { #expect(url.pathComponents.allSatisfy { $0.utf8.count <= 255 }) }
        for url in urls { #expect(url.standardizedFileURL.path.hasPrefix(folder.standardizedFileURL.path + "/snapshots/")) }
        #expect(cache.outbox(of: "a", at: servers[0], for: nil).path.hasPrefix(folder.path + "/outboxes/"))
    }
}
