import Foundation
import Synchronization
import TestSupport

/// Threads that change a list at random, straight at the server, until they are stopped. A server that is killed is waited for.
final class ListWriters: Sendable {
    /// The content that a list begins with: 20 sections of 50 items.
    static let content: String = {
        let sections = (0..<20).map { section in
            let items = (0..<50).map { #"{"id":"i\#(section)-\#($0)","value":{"title":"t","n":\#($0)}}"# }
            return #"{"id":"s\#(section)","header":"Section \#(section)","items":[\#(items.joined(separator: ","))]}"#
        }
        return #"{"sections":[\#(sections.joined(separator: ","))]}"#
    }()

    /// The server's port; 0 while there is none.
    let port: Mutex<UInt16>
    private let isDone = Atomic<Bool>(false)
    private let made = Atomic<Int>(0)
    private let group = DispatchGroup()

    /// - Parameter pause: Milliseconds between two writes of one thread.
    init(_ list: String, port: UInt16, threads: Int = 3, pause: UInt32 = 25, seed: UInt64) {
        self.port = Mutex(port)
        for thread in 0..<threads {
            Thread.detachNewThread(in: group) { [self] in
                var random = SeededGenerator(seed: seed &+ UInt64(thread))
                var client: (connection: HTTPConnection, port: UInt16)?
                while !isDone.load(ordering: .relaxed) {
                    let now = self.port.withLock { $0 }
                    if client?.port != now { client = (try? HTTPConnection(port: now)).map { ($0, now) } }
                    if let connection = client?.connection, let status = try? Self.write(list, connection, &random) {
                        if status < 300 { made.add(1, ordering: .relaxed) }
                    } else {
                        client = nil
                    }
                    usleep(pause * 1_000)
                }
            }
        }
    }

    /// Stops, and waits for the last write.
    ///
    /// - Returns: How many writes went well.
    func stop() -> Int {
        isDone.store(true, ordering: .relaxed)
        group.wait()
        return made.load(ordering: .relaxed)
    }

    private static func write(_ list: String, _ client: HTTPConnection, _ random: inout SeededGenerator) throws -> Int {
        let item = "/lists/\(list)/items/\(random.below(20))-\(random.below(60))"
        let section = "/lists/\(list)/sections/\(random.below(20))"
        let value = #"{"title":"w","n":\#(random.below(100_000))}"#
        switch random.below(60) {
        case 0..<20: return try client.send("PUT", item, body: value).status
        case 20..<33:
            return try client.send("POST", section + "/items", body: #"{"item":{"value":\#(value)},"index":\#(random.below(20))}"#).status
        case 33..<43: return try client.send("DELETE", item).status
        case 43..<54:
            return try client.send("POST", item + "/move", body: #"{"to":[\#(random.below(20)),\#(random.below(20))]}"#).status
        case 54..<56: return try client.send("POST", section + "/move", body: #"{"index":\#(random.below(20))}"#).status
        case 56..<59: return try client.send("PATCH", section, body: #"{"header":"\#(random.below(1_000))"}"#).status
        default:
            // A section comes with items, and one goes; its items go too.
            let items = (0..<5).map { _ in #"{"value":\#(value)}"# }.joined(separator: ",")
            _ = try client.send("DELETE", section)
            let body = #"{"section":{"header":"new","items":[\#(items)]},"index":\#(random.below(20))}"#
            return try client.send("POST", "/lists/\(list)/sections", body: body).status
        }
    }
}
