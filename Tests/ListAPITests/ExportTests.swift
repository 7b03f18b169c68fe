import CellTypes
import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import StoreSuite
import Testing
import Wire
@testable import ListAPI

@Suite("Export")
struct ExportTests {
    /// Reads a stream to its end, or as far as it goes.
    private func read(_ stream: any BodyStream, atMost limit: Int = .max) -> (text: String, isWhole: Bool?) {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1_000)
        while bytes.count < limit {
            switch piece.withUnsafeMutableBytes({ stream.read(into: $0) }) {
            case .bytes(let count): bytes += piece.prefix(count)
            case .end: return (String(decoding: bytes, as: UTF8.self), true)
            case .waiting, .failed: return (String(decoding: bytes, as: UTF8.self), false)
            }
        }
        return (String(decoding: bytes, as: UTF8.self), nil)
    }

    @Test("is the list, then each section with its items, a line each")
    func lines() async throws {
        let api = try TestAPI()
        try await api.send(
            .put, "/lists/l",
            body: """
                {"title":"T","sections":[{"id":"a","header":"A","items":[{"id":"x","type":"CityModel","value":{"b":1.0,"a":1e400}},
                {"id":"y","value":[]}]},{"id":"e"},{"id":"z","metadata":{"k":[1]},"items":[{"id":"w","value":null}]}]}
                """)
        let answer = try await api.get("/lists/l/export")
        let list = try await api.get("/lists/l").text
        #expect(answer.status == 200 && answer["content-type"] == "application/x-ndjson")
        #expect(answer["etag"] == "\"v1\"" && answer["list-version"] == "1" && answer["cache-control"] == "no-store")
        #expect(answer["vary"] == "Accept-Encoding, Accept-Cell-Types" && answer["link"] == nil)
        let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(
            lines == [
                #"{"list":\#(list)}"#,
                #"{"section":{"id":"a","index":0,"header":"A","footer":null,"metadata":{},"itemCount":2,"itemOffset":0}}"#,
                #"{"item":{"id":"x","indexPath":[0,0],"type":"CityModel","cell":"CityCell","revision":1,"value":{"b":1.0,"a":1e400}}}"#,
                #"{"item":{"id":"y","indexPath":[0,1],"type":null,"cell":"Cell","revision":1,"value":[]}}"#,
                #"{"section":{"id":"e","index":1,"header":null,"footer":null,"metadata":{},"itemCount":0,"itemOffset":2}}"#,
                #"{"section":{"id":"z","index":2,"header":null,"footer":null,"metadata":{"k":[1]},"itemCount":1,"itemOffset":2}}"#,
                #"{"item":{"id":"w","indexPath":[2,0],"type":null,"cell":"Cell","revision":1,"value":null}}"#,
                "",
            ])
    }

    @Test("of an older version is that version")
    func older() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/l", body: "[]")
        try await api.send(.put, "/lists/l", body: "[1,2]")
        let old = try await api.get("/lists/l/export?at=1")
        #expect(old["etag"] == "\"v1\"" && old.text.split(separator: "\n").count == 1 && old["cache-control"] == "no-store")
        #expect(try await api.get("/lists/l/export").text.split(separator: "\n").count == 4)
    }

    @Test("is conditional, answers HEAD like GET, and refuses as any read does")
    func conditions() async throws {
        let api = try TestAPI()
        try await api.send(.put, "/lists/l", body: "[1]")
        let known = try await api.get("/lists/l/export", ["If-None-Match": "\"v1\""])
        #expect(known.status == 304 && known["etag"] == "\"v1\"" && known["vary"] != nil)
        #expect(try await api.get("/lists/l/export", ["If-None-Match": "\"v1-gz\""]).status == 304)
        let refused = try await api.get("/lists/l/export", ["If-Match": "\"v2\""])
        #expect(refused.status == 412 && refused.at("current.itemCount") == "1" && refused["etag"] == "\"v1\"")
        let head = try await api.send(.head, "/lists/l/export")
        #expect(head.status == 200 && head["etag"] == "\"v1\"" && head["content-type"] == "application/x-ndjson")
        for (target, status) in [("l/export?at=2", 404), ("l/export?at=0", 400), ("l/export?limit=1", 400), ("m/export", 404)] {
            let answer = try await api.get("/lists/\(target)")
            #expect(answer.status == status && answer["vary"] != nil && answer["cache-control"] == "no-store", "\(target)")
        }
        try await api.send(.delete, "/lists/l")
        #expect(try await api.get("/lists/l/export?at=1").status == 410)
    }

    @Test("holds a chunk at a time, however long the list and however large its values")
    func chunks() async throws {
        let store = MemoryListStore(
            describeList: ListRepresentation.bytes(of:), now: { 0 }, makeIdentifiers: { SystemSources.identifiers() })
        let id = try #require(ListID("l"))
        let sizes = (0..<3_000).map { $0 % 500 < 20 ? 40_000 : $0 % 90 }
        let items = sizes.enumerated().map { index, size in
            ItemDraft(id: Identifier(verbatim: "\(index)"), value: JSONText(verbatim: "\"" + String(repeating: "x", count: size) + "\""))
        }
        let sections = [0..<1, 1..<1, 1..<2_990, 2_990..<3_000].map { SectionDraft(items: Array(items[$0])) }
        store.write(id) { transaction in
            let edit = try transaction.edit()
            try edit.replace(with: ListDraft(properties: nil, sections: sections))
            try transaction.commit(edit)
        } completion: { _ in
        }
        var lines = ExportLines(of: try store.snapshot(of: id, at: nil), cells: CellPresentation())
        var seen: [String] = []
        while true {
            var chunk: [UInt8] = []
            try lines.append(to: &chunk)
            if chunk.isEmpty { break }
            #expect(chunk.count <= ExportLines.chunk + 41_000)
            seen += String(decoding: chunk, as: UTF8.self).split(separator: "\n").compactMap { line in
                line.hasPrefix("{\"item\":{\"id\":\"") ? String(line.dropFirst(15).prefix { $0 != "\"" }) : nil
            }
        }
        #expect(seen == (0..<3_000).map(String.init))
    }

    @Test("goes on with its version while that leaves the history of everybody else, and lets it go when it ends")
    func pinned() async throws {
        let api = try TestAPI(history: 16)
        let text = String(repeating: "x", count: 100)
        try await api.send(.put, "/lists/l", body: "[\((0..<3_000).map { "\"\($0) \(text)\"" }.joined(separator: ","))]")
        let whole = try await api.get("/lists/l/export?at=1").text
        let stream = try #require(try await api.stream("/lists/l/export?at=1"))
        let begin = read(stream, atMost: 10_000).text
        for number in 0..<200 { try await api.send(.put, "/lists/l", body: "[\(number)]") }
        let rest = read(stream)
        #expect(rest.isWhole == true && begin + rest.text == whole)
        stream.close()
        for number in 0..<20 { try await api.send(.put, "/lists/l", body: "[\(number)]") }
        #expect(try await api.get("/lists/l/export?at=1").status == 410)
    }

    @Test("is cut, not ended, where its version is gone all the same")
    func cut() async throws {
        let api = try TestAPI(history: 16, pinSeconds: 0)
        let text = String(repeating: "x", count: 100)
        try await api.send(.put, "/lists/l", body: "[\((0..<3_000).map { "\"\($0) \(text)\"" }.joined(separator: ","))]")
        let stream = try #require(try await api.stream("/lists/l/export"))
        defer { stream.close() }
        _ = read(stream, atMost: 1_000)
        for number in 0..<200 { try await api.send(.put, "/lists/l", body: "[\(number)]") }
        #expect(read(stream).isWhole == false && read(stream).isWhole == false)
    }
}
