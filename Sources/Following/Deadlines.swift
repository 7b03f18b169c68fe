/// Followers by the time at which they are to be notified, the earliest first: a binary heap.
struct Deadlines {
    private struct Entry {
        let time: UInt64
        let follower: any Follower
    }

    private var entries: [Entry] = []

    /// The earliest time; `nil` where there is none.
    var earliest: UInt64? { entries.first?.time }

    mutating func insert(_ follower: any Follower, at time: UInt64) {
        entries.append(Entry(time: time, follower: follower))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].time < entries[parent].time else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes out the follower with the earliest time if that is not after `now`.
    mutating func take(until now: UInt64) -> (any Follower)? {
        guard let first = entries.first, first.time <= now else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        return first.follower
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count && entries[child].time < entries[least].time {
                least = child
            }
            guard least != parent else { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}
