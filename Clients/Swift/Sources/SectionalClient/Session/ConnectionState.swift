public import Foundation

/// How a list on the screen stands to its server.
public enum ConnectionState: Sendable, Equatable {
    /// Not started, or stopped.
    case idle
    /// The screen shows the rows that an earlier run of the app kept.
    case offline(cachedAt: Date)
    /// The list is asked for, or its changes.
    case connecting
    /// Changes come as they are made.
    case live
    /// The connection is lost; the next attempt is at `until`.
    case waiting(until: Date)
    /// There is no such list, or none any more. It is shown as soon as somebody makes it.
    case missing
    /// Nothing more comes until ``RemoteDataProvider/start()`` is called again: the token is not taken, or does not reach the list.
    case ended(ListFailure)
}
