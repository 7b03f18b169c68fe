import Following
import Lists
import Wire

/// What the routes that follow lists share. The notifier's thread ends with it.
final class ListFollowing: Sendable {
    let reader: Reader
    let changes: ListChanges
    let notifier: ListNotifier

    init(_ reader: Reader, _ changes: ListChanges) {
        self.reader = reader
        self.changes = changes
        notifier = .observing(reader.store) { changes.encode($0) }
    }

    deinit {
        notifier.stop()
    }

    static let stopping = RequestProblem(.unavailable, "The server is shutting down.")
}
