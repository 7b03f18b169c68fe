import Foundation

/// An update between the queue and the model: what the screen has taken, and how far it has applied it.
@MainActor
final class ScreenUpdate<Item: Codable & Sendable> {
    enum Payload {
        case content(ScreenUpdateQueue<Item>.Content)
        case change(ChangesAnswer<Item>)
    }

    let payload: Payload
    /// How many stages have been applied.
    var applied = 0

    init(_ payload: Payload) { self.payload = payload }
}
