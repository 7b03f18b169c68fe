import Following
import Lists
import Wire

/// What the routes that follow lists share. The hub's thread ends with it.
final class ListFollowing: Sendable {
    /// Bytes of events that are kept for further readers.
    private static let textBytes = 16 << 20

    let reader: Reader
    let events: ListEvents
    let texts: EventTexts
    let hub: FollowHub

    init(_ reader: Reader) {
        self.reader = reader
        let texts = EventTexts(capacity: Self.textBytes)
        let events = ListEvents(store: reader.store, texts: texts, naming: reader.settings.naming)
        self.texts = texts
        self.events = events
        hub = .following(reader.store) { events.prepare($0) }
    }

    deinit {
        hub.stop()
    }

    static let stopping = RequestProblem(.unavailable, "The server is shutting down.")
}
