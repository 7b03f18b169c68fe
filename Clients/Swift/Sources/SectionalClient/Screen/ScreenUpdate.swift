import Foundation

/// An update between the queue and the model: what the screen has taken, and how far it has applied it.
@MainActor
final class ScreenUpdate<Item: Codable & Sendable> {
    enum Payload {
        /// With the arrangement of this app's rows in it.
        case content(ScreenUpdateQueue<Item>.Content, RowArrangement)
        /// The stages that lead to a change's version; without a change, to other positions of this app's rows.
        case steps([Step], change: ChangesAnswer<Item>?)
    }

    struct Step {
        /// Nil where the server's version stays the same.
        let stage: StageAnswer<Item>?
        /// The order of sections after it.
        let order: PlacedOrder?
        /// The arrangement of rows after it.
        let arrangement: RowArrangement
    }

    let payload: Payload
    /// How many steps have been applied.
    var applied = 0

    init(_ payload: Payload) { self.payload = payload }
}
