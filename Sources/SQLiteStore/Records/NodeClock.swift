import Lists

/// One shard of the ``NodeCache``: a ring of nodes and a hand that goes round it.
struct NodeClock {
    private struct Slot {
        let key: NodeKey
        let node: CachedNode
        var wasUsed: Bool
    }

    private let limit: Int
    private var slots: [Slot] = []
    private var places: [NodeKey: Int] = [:]
    private var hand = 0
    private(set) var byteCount = 0

    /// - Parameter limit: The most bytes held.
    init(limit: Int) {
        self.limit = limit
    }

    mutating func find(_ key: NodeKey) -> CachedNode? {
        guard let place = places[key] else { return nil }
        slots[place].wasUsed = true
        return slots[place].node
    }

    mutating func insert(_ node: CachedNode, for key: NodeKey) {
        guard places[key] == nil, node.byteCount <= limit else { return }
        while byteCount + node.byteCount > limit { evict() }
        places[key] = slots.count
        slots.append(Slot(key: key, node: node, wasUsed: false))
        byteCount += node.byteCount
    }

    /// Removes the next node that was not used since the hand came by; the last slot takes its place.
    private mutating func evict() {
        while true {
            if hand >= slots.count { hand = 0 }
            guard slots[hand].wasUsed else { break }
            slots[hand].wasUsed = false
            hand += 1
        }
        byteCount -= slots[hand].node.byteCount
        places[slots[hand].key] = nil
        let last = slots.removeLast()
        guard hand < slots.count else { return }
        slots[hand] = last
        places[last.key] = hand
        hand += 1
    }
}
