import Lists
import Ports
import Testing
import Webhooks

@Suite("Bodies of events")
struct EventBodyTests {
    @Test("have the event's type, its time and its data as it is", arguments: EventType.allCases)
    func body(type: EventType) {
        let event = Event(
            number: 3, id: Identifier(verbatim: "e"), type: type, time: 1_772_357_400_007, list: nil, version: nil, data: nil)
        let body = EventBody.bytes(of: event, data: Array("{ \"a\" :1.0}".utf8))
        #expect(
            String(decoding: body, as: UTF8.self)
                == "{\"type\":\"\(type.rawValue)\",\"timestamp\":\"2026-03-01T09:30:00.007Z\",\"data\":{ \"a\" :1.0}}")
    }
}
