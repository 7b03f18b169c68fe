import Lists
import Testing

@testable import ListAPI

@Suite("Cursors of event streams")
struct EventCursorTests {
    private let position = EventCursor.Position(version: 7, created: 1_772_471_141_000)

    private func names(_ count: Int) throws -> [EventCursor.Name] {
        try (0..<count).map { EventCursor.name(of: try #require(ListID("list-\($0)"))) }
    }

    @Test("are read back as they were written, for none and for fifty lists, and fit into a query")
    func roundTrip() throws {
        for count in [0, 1, 50] {
            let positions = try names(count).map { name in
                let created = Bool.random() ? Int64.random(in: 0...4_000_000_000_000) : nil
                return (name: name, position: EventCursor.Position(version: .random(in: 0 ... .max), created: created))
            }
            let text = EventCursor.text(positions)
            #expect(text.utf8.count < 1_700)
            let read = try #require(EventCursor(parsing: text))
            #expect(read.positions == Dictionary(uniqueKeysWithValues: positions.map { ($0.name, $0.position) }))
        }
    }

    @Test("are nothing when they are cut, changed, too many or made up")
    func malformed() throws {
        let text = EventCursor.text(try names(3).map { (name: $0, position: position) })
        for count in 0..<text.count { #expect(EventCursor(parsing: String(text.prefix(count))) == nil) }
        for place in 0..<text.count {
            var changed = Array(text)
            changed[place] = changed[place] == "A" ? "B" : "A"
            #expect(EventCursor(parsing: String(changed)) == nil, "\(place)")
        }
        for made in ["", "5", "AQ", "AQ==", text + "A", text + "=", " " + text, text.replacing("A", with: "+")] where made != text {
            #expect(EventCursor(parsing: made) == nil, "\(made)")
        }
        #expect(EventCursor(parsing: EventCursor.text(try names(51).map { (name: $0, position: position) })) == nil)
    }
}
