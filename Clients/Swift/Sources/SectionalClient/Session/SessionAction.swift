import Foundation

/// An action that a ``ListSession`` wants done; actions are in order.
enum SessionAction: Equatable {
    case tell(ConnectionState)
    /// Read what an earlier run kept; ends in `restored`.
    case restore
    /// Load all sections, of the head or of one version; ends in `loaded` or `loadFailed`.
    case load(version: ListVersion?, load: Int)
    /// Ends in `caughtUp` or `catchUpFailed`.
    case catchUp(since: ListVersion, to: ListVersion, load: Int)
    case openStream(since: ListVersion, stream: Int)
    /// Open the stream that says when a list is made.
    case awaitList(stream: Int)
    case closeStream
    /// Ends in `timer`, unless another of these, `openStream` or `awaitList` comes first.
    case wait(until: Date)
    /// The change, or the content, that the event was about goes to the screen.
    case show
    /// The change that the event was about is kept until `replayHeld`.
    case hold
    /// Give the changes that were kept to the session again, oldest first.
    case replayHeld
    case dropHeld
    /// Changes that the screen has not taken yet are not needed any more.
    case dropQueued
    case removeCache
}
