/// The followers of one list.
struct ListFollowers {
    private var sets: [FollowTopic: FollowerSet] = [:]

    var isEmpty: Bool { sets.isEmpty }

    /// Whether somebody follows each version.
    var wantEveryVersion: Bool { sets.keys.contains { $0.isOfEveryVersion } }

    /// Whether somebody follows versions, every one or the newest.
    var wantVersions: Bool { sets[.newestVersion] != nil || wantEveryVersion }

    var wantInteractions: Bool { sets[.interactions] != nil }

    /// The kinds of events that are handed to followers.
    var kinds: [EventKind] {
        sets.keys.compactMap { topic in
            if case .events(let kind) = topic { kind } else { nil }
        }
    }

    var ofInteractions: [any Follower] { sets[.interactions]?.all ?? [] }

    /// Followers of versions, by topic.
    var ofVersions: [(topic: FollowTopic, followers: [any Follower])] {
        sets.compactMap { $0.key == .interactions ? nil : ($0.key, $0.value.all) }
    }

    var all: [any Follower] { sets.values.flatMap(\.all) }

    mutating func insert(_ follower: any Follower, _ topic: FollowTopic) {
        sets[topic, default: FollowerSet()].insert(follower)
    }

    mutating func remove(_ follower: any Follower, _ topic: FollowTopic) {
        sets[topic]?.remove(follower)
        if sets[topic]?.all.isEmpty == true { sets[topic] = nil }
    }
}
