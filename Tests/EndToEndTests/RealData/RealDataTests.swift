import Foundation
import Testing

@Suite("Real data, end to end")
struct RealDataTests {
    private static let list = "/lists/subdivisions"

    @Test("a flat table becomes sections, and a reader who follows next gets every item of its version once, whatever is written")
    func pagedWhileWritten() throws {
        let data = try Subdivisions()
        let folder = try Self.imported(data)
        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        try Self.expectSections(of: data, on: connection)

        let writers = Writers()
        Self.start(writers, on: server, data)
        try writers.wait(past: 1)
        let first = try connection.get("\(Self.list)/items?limit=100")
        let version = try #require(first.header("List-Version").flatMap { Int($0) })
        var seen: [Self.Seen] = []
        var page = first
        while true {
            #expect(page.status == 200)
            #expect(page.header("List-Version") == "\(version)")
            seen += try Self.items(of: page)
            guard let next = page.link("next") else { break }
            try writers.wait(past: writers.version)
            page = try connection.get(next)
        }
        writers.stop()
        #expect(writers.failures.isEmpty)
        #expect(writers.version > version + seen.count / 100 / 2)

        // The whole version at once, from a list that nobody writes to any more.
        let whole = try Self.everything(connection, at: version)
        #expect(seen == whole)
        #expect(Set(seen.map(\.id)).count == seen.count)
        #expect(try first.object["itemCount"] as? Int == seen.count)
        #expect(seen.count > data.rows.count / 2)
        #expect(try Self.everything(connection, at: 1).map(\.id) == data.sections.flatMap { $0.rows.map(\.code) })
        #expect(try Self.everything(connection, at: writers.version) != whole)
        server.stop()
    }

    @Test("items are updated by index path over both routes, and all is there after a restart")
    func updatedAndRestarted() throws {
        let data = try Subdivisions()
        let folder = try Self.imported(data)
        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        let french = try #require(data.sections.firstIndex { $0.country == "FR" })
        let row = try #require(data.sections[french].rows.firstIndex { $0.code == "FR-974" })

        let patched = try connection.send(
            "PATCH", "\(Self.list)/items/\(french)-\(row)", ["Content-Type": "application/merge-patch+json"],
            body: #"{"name":"La Réunion","type":null,"rank":1.50}"#)
        #expect(patched.status == 200)
        #expect(patched.header("Content-Location") == "\(Self.list)/items/\(french)-\(row)?at=2")
        #expect(patched.text.contains(#"{"country":"FR","countryName":"France","code":"FR-974","name":"La Réunion","rank":1.50}"#))
        let put = try connection.send("PUT", "/items/0-1?list=subdivisions", body: #"["anything", 1.50]"#)
        #expect(put.status == 200)
        #expect(try put.object["id"] as? String == data.sections[0].rows[1].code)
        #expect(put.header("List-Version") == "3")
        let before = try Self.everything(connection, at: 3)
        let etag = try #require(connection.get("\(Self.list)/items/0-1").header("ETag"))
        server.stop()

        let restarted = try TestServer(database: folder.database)
        let again = try restarted.connect()
        #expect(try Self.everything(again, at: 3) == before)
        #expect(try Self.everything(again, at: 1).map(\.value) != before.map(\.value))
        let item = try again.get("/items/0-1?list=subdivisions")
        #expect(item.text.contains(#""value":["anything",1.50]"#))
        #expect(item.header("ETag") == etag)
        #expect(try again.get("\(Self.list)/items/@FR-974").text == again.get("\(Self.list)/items/\(french)-\(row)").text)
        restarted.stop()
    }

    @Test("a row of JSON becomes the same item as a row of CSV, and an import that changes nothing makes no version")
    func jsonRows() throws {
        let data = try Subdivisions()
        let folder = try Self.imported(data)
        let rows = data.rows.map {
            ["country": $0.country, "countryName": $0.countryName, "code": $0.code, "name": $0.name, "type": $0.type]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let file = try folder.write(String(decoding: encoder.encode(rows), as: UTF8.self), to: "rows.json")
        let flags = ["--section-by", "/country", "--header", "/countryName", "--id", "/code"]
        let first = try ProgramRun(["import", "other", file, "--database", folder.database] + flags)
        #expect(try first.status() == 0)
        let again = try ProgramRun(["import", "other", file, "--database", folder.database] + flags)
        #expect(try again.status() == 0)
        #expect(again.output.hasSuffix("into “other”, version 1, which had them already\n"))
        let missing = try ProgramRun(["import", "other", "--if-missing", "no.csv", "--database", folder.database])
        #expect(try missing.status() == 0)

        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        let other = try connection.get("/lists/other/sections?limit=500")
        let one = try connection.get("\(Self.list)/sections?limit=500")
        #expect(
            try NSDictionary(dictionary: other.object)["sections"] as? NSArray == NSDictionary(dictionary: one.object)["sections"]
                as? NSArray)
        server.stop()
    }

    /// A database with the table, put there by the program itself.
    private static func imported(_ data: Subdivisions) throws -> TestFolder {
        let folder = try TestFolder()
        let file = try folder.write(data.csv, to: "rows.csv")
        let run = try ProgramRun(
            ["import", "subdivisions", file, "--database", folder.database, "--section-by", "country", "--header", "countryName"]
                + ["--id", "code"])
        #expect(try run.status() == 0, "\(run.errors)")
        let sections = data.sections.count
        let items = "\(data.rows.count / 1_000),\(String(data.rows.count % 1_000 + 1_000).dropFirst())"
        #expect(run.output == "imported \(sections) sections, \(items) items into “subdivisions”, version 1\n")
        return folder
    }

    private static func expectSections(of data: Subdivisions, on connection: HTTPConnection) throws {
        let reply = try connection.get("\(list)/sections?limit=500")
        let sections = try #require(reply.object["sections"] as? [[String: Any]])
        #expect(sections.map { $0["id"] as? String } == data.sections.map(\.country))
        #expect(sections.map { $0["header"] as? String } == data.sections.map(\.name))
        #expect(sections.map { $0["itemCount"] as? Int } == data.sections.map(\.rows.count))
    }

    /// Puts writers to work: one replaces the whole list, each time without some items and with new ones; two change values.
    private static func start(_ writers: Writers, on server: TestServer, _ data: Subdivisions) {
        writers.start(on: server) { connection, round in
            try connection.send("PUT", list, body: content(data, round: round))
        }
        // The first of a section is never taken out, so these are always there.
        let firsts = data.sections.map { $0.rows[0].code }
        for offset in [0, firsts.count / 2] {
            writers.start(on: server) { connection, round in
                let code = firsts[(round + offset) % firsts.count]
                return try connection.send("PATCH", "\(list)/items/@\(code)", body: #"{"round":\#(round)}"#)
            }
        }
    }

    /// The list's document in a round: every seventh item of a section is out, another one each round, and a new one is in.
    private static func content(_ data: Subdivisions, round: Int) throws -> String {
        let sections: [[String: Any]] = data.sections.map { section in
            let kept = section.rows.enumerated().filter { $0.offset == 0 || ($0.offset + round) % 7 != 0 }
            let new: [[String: Any]] = [["id": "new-\(section.country)-\(round)", "value": round]]
            return [
                "id": section.country, "header": section.name,
                "items": new + kept.map { ["id": $0.element.code, "value": ["name": $0.element.name, "type": $0.element.type]] },
            ]
        }
        return String(decoding: try JSONSerialization.data(withJSONObject: ["sections": sections]), as: UTF8.self)
    }

    /// An item as a reader sees it.
    private struct Seen: Equatable {
        let id: String
        let path: [Int]
        let value: String
    }

    private static func items(of page: HTTPReply) throws -> [Seen] {
        let items = try #require(page.object["items"] as? [[String: Any]])
        return try items.map { item in
            let value = try JSONSerialization.data(withJSONObject: item["value"] ?? 0, options: [.fragmentsAllowed, .sortedKeys])
            return Seen(
                id: item["id"] as? String ?? "", path: item["indexPath"] as? [Int] ?? [], value: String(decoding: value, as: UTF8.self))
        }
    }

    private static func everything(_ connection: HTTPConnection, at version: Int) throws -> [Seen] {
        var target: String? = "\(list)/items?at=\(version)&limit=500"
        var seen: [Seen] = []
        while let next = target {
            let page = try connection.get(next)
            guard page.status == 200 else { throw TestFailure("\(next): \(page.status)") }
            seen += try items(of: page)
            target = page.link("next")
        }
        return seen
    }
}
