/// Who follows one list.
struct ListFollowers {
    private(set) var ofEveryVersion: [ObjectIdentifier: any Follower] = [:]
    private(set) var ofNewestVersion: [ObjectIdentifier: any Follower] = [:]
    private(set) var ofInteractions: [ObjectIdentifier: any Follower] = [:]

    var isEmpty: Bool { ofEveryVersion.isEmpty && ofNewestVersion.isEmpty && ofInteractions.isEmpty }

    /// Those who follow versions, every one or the newest.
    var ofVersions: [any Follower] { Array(ofEveryVersion.values) + Array(ofNewestVersion.values) }

    var all: [any Follower] { ofVersions + Array(ofInteractions.values) }

    subscript(topic: FollowTopic, follower: ObjectIdentifier) -> (any Follower)? {
        get {
            switch topic {
            case .everyVersion: ofEveryVersion[follower]
            case .newestVersion: ofNewestVersion[follower]
            case .interactions: ofInteractions[follower]
            }
        }
        set {
            switch topic {
            case .everyVersion: ofEveryVersion[follower] = newValue
            case .newestVersion: ofNewestVersion[follower] = newValue
            case .interactions: ofInteractions[follower] = newValue
            }
        }
    }
}
