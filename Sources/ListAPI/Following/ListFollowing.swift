import Following
import Lists
import Wire

/// What the routes that follow lists share. The hub's thread ends with it.
final class ListFollowing: Sendable {
    let reader: Reader
    let changes: ListChanges
    let hub: FollowHub

    init(_ reader: Reader, _ changes: ListChanges) {
        self.reader = reader
        self.changes = changes
        hub = .following(reader.store) { changes.encode($0) }
    }

    deinit {
        hub.stop()
    }

    static let stopping = RequestProblem(.unavailable, "The server is shutting down.")
}
