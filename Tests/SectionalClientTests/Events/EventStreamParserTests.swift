import Foundation
import Testing

@testable import SectionalClient

@Suite("An event stream")
struct EventStreamParserTests {
    private func events(_ text: String, chunk: Int) throws -> [ServerEvent] {
        var parser = EventStreamParser()
        let bytes = Array(text.utf8)
        return try stride(from: 0, to: bytes.count, by: chunk).flatMap { try parser.feed(Data(bytes[$0..<min($0 + chunk, bytes.count)])) }
    }

    @Test("is read alike in pieces of any size", arguments: [1, 2, 3, 7, 1_000])
    func pieces(chunk: Int) throws {
        let text = "\u{FEFF}retry: 2000\n\n: heartbeat\n\nevent: change\nid: 7\ndata: {\"a\":\"ü\"}\n\nid: 8\ndata: x\n\n"
        let expected = [ServerEvent(name: "change", id: "7", data: "{\"a\":\"ü\"}"), ServerEvent(name: "message", id: "8", data: "x")]
        #expect(try events(text, chunk: chunk) == expected)
        #expect(try events(text.replacingOccurrences(of: "\n", with: "\r\n"), chunk: chunk) == expected)
        #expect(try events(text.replacingOccurrences(of: "\n", with: "\r"), chunk: chunk) == expected)
    }

    @Test("joins lines of data, and takes one blank after the colon off")
    func data() throws {
        #expect(try events("data:a\ndata:  b\ndata\n\n", chunk: 5).map(\.data) == ["a\n b\n"])
    }

    @Test("keeps the last id, but not one with a NUL, and drops an event without data")
    func ids() throws {
        let found = try events("id: 1\n\nevent: x\ndata: a\n\nid: 2\u{0}\ndata: b\n\nid\ndata: c\n\n", chunk: 4)
        #expect(found.map(\.id) == ["1", "1", ""])
        #expect(found.map(\.name) == ["x", "message", "message"])
    }

    @Test("drops what was not finished")
    func unfinished() throws {
        #expect(try events("data: a\n\ndata: b\n", chunk: 3).count == 1)
    }

    @Test("says how long to wait, in digits alone")
    func retry() throws {
        var parser = EventStreamParser()
        _ = try parser.feed(Data("retry: 2000\nretry: 3s\nretry:\n".utf8))
        #expect(parser.retry == 2_000)
    }

    @Test("is not taken into memory without end", arguments: ["data: ", "data:\n", "x"])
    func endless(piece: String) throws {
        var parser = EventStreamParser(longest: 1_000)
        let event = Data("data: \(String(repeating: "a", count: 900))\n\n".utf8)
        for _ in 0..<10 { #expect(try parser.feed(event).count == 1) }
        #expect(throws: URLError.self) {
            for _ in 0..<2_000 { _ = try parser.feed(Data(piece.utf8)) }
        }
    }
}
