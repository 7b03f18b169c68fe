import Lists
import Testing

@testable import ListAPI

@Suite("Cursors of event streams")
struct EventCursorTests {
    private func names(_ count: Int) throws -> [EventCursor.Name] {
        try (0..<count).map { EventCursor.name(of: try #require(ListID("list-\($0)"))) }
    }

    @Test("are read back as they were written, for none and for fifty lists, and fit into a query")
    func roundTrip() throws {
        for count in [0, 1, 50] {
            let versions = try names(count).map { (name: $0, version: Int64.random(in: 0 ... .max)) }
            let text = EventCursor.text(versions)
            #expect(text.utf8.count < 1_300)
            let read = try #require(EventCursor(parsing: text))
            #expect(read.versions == Dictionary(uniqueKeysWithValues: versions.map { ($0.name, $0.version) }))
        }
    }

    @Test("are nothing when they are cut, changed, too many or made up")
    func malformed() throws {
        let text = EventCursor.text(try names(3).map { (name: $0, version: 7) })
        for count in 0..<text.count { #expect(EventCursor(parsing: String(text.prefix(count))) == nil) }
        for place in 0..<text.count {
            var changed = Array(text)
            changed[place] = changed[place] == "A" ? "B" : "A"
            #expect(EventCursor(parsing: String(changed)) == nil, "\(place)")
        }
        for made in ["", "5", "AQ", "AQ==", text + "A", text + "=", " " + text, text.replacing("A", with: "+")] where made != text {
            #expect(EventCursor(parsing: made) == nil, "\(made)")
        }
        #expect(EventCursor(parsing: EventCursor.text(try names(51).map { (name: $0, version: 1) })) == nil)
    }
}
