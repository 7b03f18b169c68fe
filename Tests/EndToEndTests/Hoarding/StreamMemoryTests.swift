import Foundation
import Ports
import TestSupport
import Testing

@testable import sectional

@Suite("The memory of event streams")
struct StreamMemoryTests {
    private static let budget = 8 << 20
    private static let streams = 80

    private static func change(_ number: Int) -> String {
        let value = "\"\(number)\(String(repeating: "x", count: 200_000))\""
        let operations = (0..<4).map { "{\"op\":\"updateItem\",\"item\":\"0-\($0)\",\"value\":\(value)}" }
        return "{\"operations\":[\(operations.joined(separator: ","))]}"
    }

    @Test("is in the budget: streams that find no room are cut and resume; another sender's goes on, and few variants of an event are made")
    func unread() throws {
        let server = try ServerProcess(environment: ["SECTIONAL_SERVER_MEMORY": "\(Self.budget)"])
        let port = server.port
        let writer = try HTTPConnection(port: port, from: 0x7F00_0003)
        #expect(try writer.send("PUT", "/lists/l", body: "[[1,2,3,4]]").status == 201)
        var greedy: [HTTPConnection] = []
        for number in 0..<Self.streams {
            let stream = try HTTPConnection(port: port, receiveBuffer: 4_096)
            _ = try stream.open("/lists/l/events", ["Accept": "text/event-stream", "Accept-Cell-Types": "T\(number)"])
            greedy.append(stream)
        }
        let honest = try EventReader("/lists/l/events", port: port, from: 0x7F00_0002)
        try eventually("all follow") { try server.metric("sectional_followers") == Self.streams + 1 }
        var made = try #require(try server.metric("sectional_event_texts_total"))
        for number in 1...4 {
            #expect(try writer.send("POST", "/lists/l/batch", ["Prefer": "return=minimal"], body: Self.change(number)).status == 200)
            #expect(try honest.next()?.id == "\(number + 1)")
            let all = try #require(try server.metric("sectional_event_texts_total"))
            // One for all who do not say what they know, which may be made again; the rest are variants.
            #expect(all - made <= 36)
            made = all
            #expect(try server.metric("sectional_memory_bytes") ?? 0 <= Self.budget)
        }
        try eventually("streams that were cut") { try server.metric("sectional_followers") ?? 0 < Self.streams }
        let highest = try server.memory("VmHWM") << 10
        #expect(highest < 2 * Self.budget + 128 << 20, "\(highest >> 20) MiB")
        greedy = []
        try eventually("an unused budget") { try server.metric("sectional_memory_bytes") == 0 }
        let resumed = try EventReader("/lists/l/events", ["Last-Event-ID": "3", "Accept-Cell-Types": "T1"], port: port)
        #expect(try resumed.next(2).map(\.id) == ["4", "5"])
        #expect(try server.stop() == 0)
    }
}
