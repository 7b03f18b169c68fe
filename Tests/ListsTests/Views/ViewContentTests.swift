import JSON
import TestSupport
import Testing

@testable import Lists

@Suite("The content of a view")
struct ViewContentTests {
    /// A list of two sections of cities.
    private static func shelf() throws -> ListShelf {
        let shelf = try ListShelf()
        let sections: [(id: String, header: String, items: [(id: String, value: String)])] = [
            (
                "x", "\"X\"",
                [
                    ("lyon", #"{"name":"Lyon","country":"FR","population":500000}"#),
                    ("~", #"{"name":"Ängelholm","country":"SE","population":28000}"#),
                    ("rome", #"{"name":"rome","country":"IT","population":2800000}"#), ("none", "null"),
                ]
            ),
            ("empty", "null", []),
            (
                "y", "{\"a\":1}",
                [
                    ("paris", #"{"name":"Paris","country":"FR","population":2100000}"#),
                    ("lodz", #"{"name":"Łódź","country":"PL","population":2.8e6}"#),
                    ("bari", #"{"name":"Bari","country":"IT","population":316000}"#),
                ]
            ),
        ]
        try shelf.write { edit in
            for (index, section) in sections.enumerated() {
                let items = section.items.map { ItemDraft(id: Identifier(verbatim: $0.id), value: JSONText(verbatim: $0.value)) }
                let draft = SectionDraft(id: Identifier(verbatim: section.id), header: JSONText(verbatim: section.header), items: items)
                try edit.insertSection(draft, at: index)
            }
        }
        return shelf
    }

    /// A view's sections with their items: `FR: paris lyon | IT: rome`.
    private static func order(_ members: String, sections: Int = 100) throws -> String {
        let snapshot = try shelf().snapshot()
        let content = try ViewContent(of: try ViewTesting.definition(members), over: snapshot, sectionLimit: sections)
        return try content.sections.map { section in
            let ids = try section.items.map { try snapshot.storage.itemRevision($0.revision).id.text }
            return "\(section.id): \(ids.joined(separator: " "))"
        }.joined(separator: " | ")
    }

    @Test("is the source's without rules, with its sections that have items")
    func plain() throws {
        #expect(try Self.order("") == "x: lyon ~ rome none | y: paris lodz bari")
        #expect(try Self.order(#""sectionBy":"source","where":{"value":"/country","equals":"PL"}"#) == "y: lodz")
        let content = try ViewContent(of: try ViewTesting.definition(""), over: try Self.shelf().snapshot(), sectionLimit: 100)
        #expect(content.sections.map(\.content.header.text) == ["\"X\"", "{\"a\":1}"])
        let nothing = try ViewContent(of: try ViewTesting.definition(""), over: nil, sectionLimit: 100)
        #expect(nothing.sections.isEmpty)
    }

    @Test("is filtered, sectioned, sorted and cut, in this order")
    func steps() throws {
        let filter = #""where":{"all":[{"value":"/population","atLeast":100000},{"value":"/country","in":["FR","IT"]}]}"#
        let sort = #""sortBy":[{"value":"/population","order":"descending"},"/name"]"#
        #expect(try Self.order("\(filter),\"sectionBy\":{\"value\":\"/country\"},\(sort)") == "FR: paris lyon | IT: rome bari")
        #expect(try Self.order("\(filter),\"sectionBy\":{\"value\":\"/country\"},\(sort),\"limit\":3") == "FR: paris lyon | IT: rome")
        #expect(try Self.order("\(filter),\"sectionBy\":{\"value\":\"/country\"},\(sort),\"limit\":2") == "FR: paris lyon")
        #expect(try Self.order("\"sectionBy\":\"none\",\(sort)") == "all: lodz rome paris lyon bari ~ none")
        #expect(try Self.order("\(sort)") == "x: rome lyon ~ none | y: lodz paris bari")
        #expect(
            try Self.order(#""sectionBy":{"value":"/name","as":"initial"},"sortBy":["/name"]"#)
                == "A: ~ | B: bari | L: lodz lyon | P: paris | R: rome | #: none")
        #expect(
            try Self.order(#""sectionBy":{"value":"/country","order":"descending"}"#)
                == "SE: ~ | PL: lodz | IT: rome bari | FR: lyon paris | ~: none")
        #expect(try Self.order(#""sectionBy":"none","where":{"any":[]}"#) == "")
    }

    @Test("has items that are equal by all keys by the bytes of their ids, and no more sections than a list may have")
    func ties() throws {
        #expect(try Self.order(#""sectionBy":"none","sortBy":["/nothing"]"#) == "all: bari lodz lyon none paris rome ~")
        #expect(try Self.order(#""sectionBy":{"value":"/country"}"#, sections: 2) == "FR: lyon paris | IT: rome bari")
        #expect(try Self.order(#""sectionBy":"none""#) == "all: lyon ~ rome none paris lodz bari")
    }

    @Test("has headers that are the groups, but for the last")
    func headers() throws {
        let definition = try ViewTesting.definition(#""sectionBy":{"value":"/country"}"#)
        let content = try ViewContent(of: definition, over: try Self.shelf().snapshot(), sectionLimit: 100)
        #expect(content.sections.map(\.content.header.text) == ["\"FR\"", "\"IT\"", "\"PL\"", "\"SE\"", "null"])
        #expect(content.sections.allSatisfy { $0.content.footer.isNull && $0.content.metadata == .emptyObject })
    }

    @Test("has the source's own entries")
    func entries() throws {
        let shelf = try Self.shelf()
        let content = try ViewContent(of: try ViewTesting.definition(#""sectionBy":"none""#), over: shelf.snapshot(), sectionLimit: 100)
        let entries = try shelf.head.sections.elements(in: 0..<3, of: shelf).flatMap { try $0.items.elements(in: 0..<9, of: shelf) }
        #expect(content.sections.flatMap(\.items) == entries)
    }
}
