import Foundation
import Testing

@testable import SectionalClient

@Suite("Answers of the server")
struct AnswerTests {
    private struct City: Codable, Sendable, Equatable {
        let name: String
    }

    @Test("keep a value that does not decode to its row")
    func undecodable() throws {
        let text = #"""
            {"list":"a","version":3,"itemCount":3,"offset":0,"items":[
              {"id":"x","indexPath":[0,0],"type":null,"cell":"Cell","revision":1,"value":{"name":"Rome"}},
              {"id":"y","indexPath":[0,1],"type":"T","cell":"TCell","revision":2,"value":{"nom":"Paris"}},
              {"id":"z","indexPath":[1,0],"type":null,"cell":"Cell","revision":3,"value":null}]}
            """#
        let page = try JSONDecoder().decode(ItemPage<City>.self, from: Data(text.utf8))
        #expect(page.items.map(\.row.value) == [City(name: "Rome"), nil, nil])
        #expect(page.items.map { $0.row.undecodable == nil } == [true, false, false])
        #expect(page.items[2].indexPath == RowPosition(1, 0) && page.items[1].row.cell == "TCell")
    }

    @Test("say by their entity tags what cells depend on beside the list")
    func variant() {
        let tags = [#""v12""#, #""v12-gz""#, #""v12.0a1b2c3d""#, #"W/"v12.0a1b2c3d-gz""#]
        #expect(tags.map { TransportResponse(status: 200, headers: ["ETag": $0]).variant } == ["", "", "0a1b2c3d", "0a1b2c3d"])
        #expect(TransportResponse(status: 200).variant == "")
    }

    @Test("keep integers of 64 bits, and every kind of JSON")
    func values() throws {
        let value: JSONValue = ["a": [.null, true, 9_007_199_254_740_993, 1.5, "x", [:]]]
        let copy = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
        #expect(copy == value)
        #expect(copy["a"] == [.null, true, 9_007_199_254_740_993, 1.5, "x", [:]] && value.string == nil)
    }

    @Test("take numbers that no double holds for infinite")
    func largeNumbers() throws {
        let section = try JSONDecoder().decode(
            ListSection.self,
            from: Data(#"{"id":"s","itemCount":1,"header":{"n":1e400},"footer":-1e400,"metadata":{"a":[1e400,"x"]}}"#.utf8))
        #expect(section.header?["n"] == .number(.infinity) && section.footer == .number(-.infinity))
        #expect(section.metadata["a"] == [.number(.infinity), "x"])
        // The snapshot is written all the same.
        let copy = try JSONDecoder().decode(ListSection.self, from: JSONEncoder().encode(section))
        #expect(copy.header?["n"] == .null && copy.metadata["a"] == .array([.null, "x"]))
    }

    /// Runs on a stack as small as that of a secondary thread on a phone.
    private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: body()) }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }

    @Test("that are nested deep do not end an app whose stack is small", arguments: [40, 64, 80, 200, 500, 100_000])
    func deep(levels: Int) async throws {
        for (opening, closing) in [("[", "]"), (#"{"a":"#, "}")] {
            let deep = String(repeating: opening, count: levels) + "1" + String(repeating: closing, count: levels)
            let section = #"{"id":"s","itemCount":1,"header":\#(deep),"footer":"f","metadata":{"a":\#(deep)}}"#
            let page = Data(#"{"version":1,"sectionCount":1,"offset":0,"sections":[\#(section)]}"#.utf8)
            let sections = await onSmallStack { (try? JSONDecoder().decode(SectionPage<Int>.self, from: page))?.sections.map(\.section) }
            // No parser takes more than some hundred levels; what it takes shows a list.
            guard levels < 500 else { continue }
            #expect(sections?.first?.footer == "f" && (sections?.first?.header != nil) == (levels <= 64))
            let item = #"{"id":"i","indexPath":[0,0],"cell":"C","revision":1,"value":\#(deep)}"#
            let items = Data(#"{"version":1,"offset":0,"items":[\#(item)]}"#.utf8)
            let row = await onSmallStack { (try? JSONDecoder().decode(ItemPage<JSONValue>.self, from: items))?.items.first?.row }
            #expect(row?.id == "i" && (row?.value != nil) == (levels <= 64))
            let encoded = await onSmallStack { try? JSONEncoder().encode(sections) }
            #expect(encoded != nil)
        }
    }

    @Test("of index paths are two numbers")
    func positions() throws {
        #expect(try JSONDecoder().decode([RowPosition].self, from: Data("[[2,17]]".utf8)) == [RowPosition(2, 17)])
        #expect(String(decoding: try JSONEncoder().encode(RowPosition(2, 17)), as: UTF8.self) == "[2,17]")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RowPosition.self, from: Data("[2]".utf8)) }
    }
}
