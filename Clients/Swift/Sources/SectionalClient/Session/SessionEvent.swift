import Foundation

/// An input of a ``ListSession``.
enum SessionEvent {
    case start
    case stop
    /// There is a network again, or the app came to the front.
    case reachable
    /// Connections of before may be dead, though nobody has said so: the network is another, or the app was asleep.
    case networkChanged
    /// The time that ``SessionAction/wait(until:)`` named.
    case timer
    /// The version that an earlier run kept; nil for none.
    case restored(version: ListVersion?, at: Date)
    /// Some sections of a version are there: the first ones, or those that follow them.
    case part(load: Int)
    /// All sections of a version are there.
    case loaded(version: ListVersion, load: Int)
    case loadFailed(SessionFailure, load: Int)
    case streamOpened(stream: Int)
    /// Nil where the server ended the stream.
    case streamEnded(SessionFailure?, stream: Int)
    case change(from: ListVersion, to: ListVersion, reload: Bool, stream: Int)
    case reset(version: ListVersion, stream: Int)
    case deleted(stream: Int)
    /// The list that was missing has been made.
    case made(stream: Int)
    case caughtUp(from: ListVersion, to: ListVersion, reload: Bool, load: Int)
    case catchUpFailed(SessionFailure, load: Int)
    /// More updates wait for the screen than it can follow; `screen` is the version of the last that it took.
    case behind(screen: ListVersion)
    /// How many seconds the server wants to pass before the next connection.
    case retry(TimeInterval, stream: Int)
    /// A page of rows is not what the contract says.
    case unreadable(ListFailure)
    /// The update does not fit the screen's version.
    case misfit
}
