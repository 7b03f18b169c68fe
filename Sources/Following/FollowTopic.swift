/// What a follower is notified of.
public enum FollowTopic: Sendable {
    /// Each version of its lists, once it is prepared, and their ends.
    case everyVersion
    /// That its lists have newer versions, or have ended; nothing is prepared for it.
    case newestVersion
    /// Interactions with its lists, and the lists' ends.
    case interactions
}
