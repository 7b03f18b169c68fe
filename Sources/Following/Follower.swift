/// Something that waits for lists to change: an event stream, or a request that waits for its answer.
///
/// It is told from a ``FollowHub``'s thread, or from the one that stops the hub, perhaps after it has let the hub go; each call returns at once.
public protocol Follower: AnyObject, Sendable {
    /// One of its lists has something new of the topic that it follows, or was deleted.
    func listChanged()
    /// The time that it asked for has come.
    func timeCame()
    /// The hub tells it nothing more.
    func hubStopped()
}
