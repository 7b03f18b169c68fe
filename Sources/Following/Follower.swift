/// Something that waits for lists to change: an event stream, or a request that waits for its answer.
///
/// A ``ListNotifier`` calls it from its own thread, or from the one that stops it, perhaps after the follower has left; each call returns at once.
public protocol Follower: AnyObject, Sendable {
    /// One of its lists has something new of the topic that it follows, or was deleted.
    func listChanged()
    /// The same for a follower of ``FollowTopic/events(_:)`` where all that is new are these events.
    func listChanged(_ events: EventRun)
    /// The time that it asked for has come.
    func timeCame()
    /// The notifier has stopped, and calls no more.
    func notifierStopped()
}

extension Follower {
    public func listChanged(_ events: EventRun) { listChanged() }
}

/// The kind of notices that a follower wants.
public enum FollowTopic: Sendable, Hashable {
    /// Each version of its lists, once it is prepared, and their ends.
    case everyVersion
    /// The same of one list, with the events handed along where they can be.
    case events(EventKind)
    /// Newer versions or ends of its lists; nothing is prepared for it.
    case newestVersion
    /// Interactions with its lists, and the lists' ends.
    case interactions

    var isOfEveryVersion: Bool {
        switch self {
        case .everyVersion, .events: true
        case .newestVersion, .interactions: false
        }
    }
}
