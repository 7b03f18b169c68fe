import Testing
@testable import Commands

@Suite("Reading an event stream")
struct EventStreamParserTests {
    private typealias Event = FollowedEventParser.Event

    @Test(
        "events are read as the standard says, however their bytes are cut",
        arguments: [
            ("retry: 2000\n\nevent: change\nid: 2\ndata: {}\n\n", [Event(name: "change", data: "{}", id: "2")]),
            ("data: a\r\ndata:b\r\n\r\ndata\n\n", [Event(data: "a\nb"), Event(data: "")]),
            (": a comment\n\n:\n\nid: 7\n\ndata:  x\n\n", [Event(data: " x", id: "7")]),
            ("id: 1\ndata: a\r\rdata: b\n\n", [Event(data: "a", id: "1"), Event(data: "b", id: "1")]),
            ("event: change\n\ndata: ü\nunknown: x\n\n", [Event(data: "ü")]), ("data: cut", []),
        ] as [(String, [FollowedEventParser.Event])])
    func events(text: String, expected: [FollowedEventParser.Event]) {
        for size in 1...5 {
            var parser = FollowedEventParser()
            var events: [FollowedEventParser.Event] = []
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                Array(rest.prefix(size)).withUnsafeBytes { events += parser.take($0) }
                rest = rest.dropFirst(size)
            }
            #expect(events == expected, "in pieces of \(size)")
        }
    }

    @Test("what a connection has left incomplete is forgotten, and its position is not")
    func reset() {
        var parser = FollowedEventParser()
        Array("id: 3\ndata: a\n\ndata: half\nda".utf8).withUnsafeBytes { _ = parser.take($0) }
        parser.reset()
        var events: [FollowedEventParser.Event] = []
        Array("data: b\n\n".utf8).withUnsafeBytes { events = parser.take($0) }
        #expect(events == [FollowedEventParser.Event(data: "b", id: "3")])
    }
}
