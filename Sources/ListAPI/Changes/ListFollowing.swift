import Following
import HTTPServing
import Lists
import Ports
import Wire

/// The shared parts of the routes that follow lists. The notifier's thread ends with it.
final class ListFollowing: Sendable {
    let reader: Reader
    let changes: ListChanges
    let notifier: ListNotifier
    /// Counts what event streams have not sent yet.
    let memory: EventMemory

    init(_ reader: Reader, _ changes: ListChanges) {
        self.reader = reader
        self.changes = changes
        memory = EventMemory()
        notifier = .observing(reader.store, prepare: { changes.encode($0) }, event: { EventText.event(of: $0, changes.of($1)) })
    }

    deinit {
        notifier.stop()
    }

    static let stopping = RequestProblem(.unavailable, "The server is shutting down.")
}

extension ListFollowing: MetricSource {
    func write(to text: inout MetricText) {
        text.write(
            "sectional_followers", .gauge, "Event streams that are open, and requests that wait for changes.", notifier.followerCount)
        text.write(
            "sectional_event_texts_total", .counter, "Changes encoded for event streams; each serves all followers of the list.",
            changes.encodedCount)
    }
}
