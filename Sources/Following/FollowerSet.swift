/// Followers without an order. A copy costs nothing while nobody joins or leaves.
struct FollowerSet {
    private(set) var all: [any Follower] = []
    private var indexes: [ObjectIdentifier: Int] = [:]

    mutating func insert(_ follower: any Follower) {
        guard indexes[ObjectIdentifier(follower)] == nil else { return }
        indexes[ObjectIdentifier(follower)] = all.count
        all.append(follower)
    }

    mutating func remove(_ follower: any Follower) {
        guard let index = indexes.removeValue(forKey: ObjectIdentifier(follower)) else { return }
        let last = all.removeLast()
        guard index < all.count else { return }
        all[index] = last
        indexes[ObjectIdentifier(last)] = index
    }
}
