/// The reason why a ``CommitLog`` has not done what it was asked for: nothing was appended, for certain.
public enum LogRefusal: Error, Sendable, Equatable {
    /// It gave no answer in time, or the lock was not free in time. The text is for the server's log.
    case unavailable(String)
    /// The log does not go on from this position: its end was lost, it is another log, or it has been cut behind the position.
    case diverged(LogPosition)
    /// Another store has appended, although this one had the lock: it held it for too long.
    case overtaken
}

extension LogRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unavailable(let reason): reason
        case .diverged(let position): "the log does not go on from entry \(position)"
        case .overtaken: "another server has appended, since this one held the lock for too long"
        }
    }
}

/// It is not known whether an entry was appended: the connection was lost, or no answer came in time.
///
/// The lock is gone. Whoever takes it again finds the entry behind the position that it was made for, or knows that it was not appended
/// and never will be.
public struct LogDoubt: Error, Sendable {
    /// For the server's log.
    public let reason: String

    public init(_ reason: String) {
        self.reason = reason
    }
}
