import StoreSuite
import TestSupport

/// Changes a list at random through single writes; the same seed makes the same wishes.
struct ListScribbler {
    private var random: SeededGenerator
    private let list: String

    init(_ list: String, seed: UInt64) {
        self.list = list
        random = SeededGenerator(seed: seed)
    }

    /// The content that a list begins with.
    static let content = #"{"sections":[{"id":"s0","items":[{"id":"a","value":0},{"id":"b","value":1},{"id":"c","value":2}]},{"id":"s1"}]}"#

    /// Writes once; what is refused, since others write too, is left.
    ///
    /// - Returns: The version that the write made; `nil` where it was refused.
    mutating func write(_ client: HTTPConnection) throws -> Int? {
        let (value, item) = (random.next() % 1_000, "abcdefgh".randomElement(using: &random) ?? "a")
        let section = "@s\(random.next() % 4)"
        let reply: HTTPReply
        switch random.next() % 9 {
        case 0, 1: reply = try client.send("PUT", "/lists/\(list)/items/@\(item)", body: "\(value)")
        case 2:
            reply = try client.send(
                "POST", "/lists/\(list)/sections/\(section)/items", body: #"{"item":{"id":"\#(item)","value":\#(value)},"index":0}"#)
        case 3: reply = try client.send("DELETE", "/lists/\(list)/items/@\(item)")
        case 4: reply = try client.send("POST", "/lists/\(list)/items/@\(item)/move", body: #"{"to":[\#(value % 3),0]}"#)
        case 5:
            let body = #"{"section":{"id":"\#(section.dropFirst())","items":[{"id":"\#(item)","value":\#(value)}]},"index":0}"#
            reply = try client.send("POST", "/lists/\(list)/sections", body: body)
        case 6: reply = try client.send("POST", "/lists/\(list)/sections/\(section)/move", body: #"{"index":\#(value % 2)}"#)
        case 7: reply = try client.send("PATCH", "/lists/\(list)/sections/\(section)", body: #"{"header":"\#(value)"}"#)
        default:
            guard value % 3 == 0 else { return nil }
            reply = try client.send("DELETE", "/lists/\(list)/sections/\(section)")
        }
        guard reply.status < 500 else { throw TestFailure("status \(reply.status): \(reply.text)") }
        return reply.status < 300 ? reply.header("List-Version").flatMap { Int($0) } : nil
    }
}
