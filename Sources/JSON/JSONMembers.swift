/// The members of an object under edit, in order and by key.
struct JSONMembers {
    private struct Member {
        let key: JSONName
        /// The key as it was written, quotes included.
        let keyText: String
        var node: JSONNode
    }

    /// A member that was removed leaves a gap, so that the others keep their places; there are never more gaps than members.
    private var members: [Member?] = []
    private var places: [JSONName: Int] = [:]
    /// As ``JSONNode/depthBound``, this object among the levels.
    private(set) var depthBound = 1

    var count: Int { places.count }

    subscript(_ key: String) -> JSONNode? { places[JSONName(key)].flatMap { members[$0]?.node } }

    /// Changes a member in its place; `nil` where there is none.
    mutating func edit<Outcome>(_ key: String, _ change: (inout JSONNode) -> Outcome?) -> Outcome? {
        guard let place = places[JSONName(key)], var member = members[place] else { return nil }
        // Let go of here, so that the change finds it unshared.
        members[place] = nil
        let outcome = change(&member.node)
        deepen(for: member.node)
        members[place] = member
        return outcome
    }

    /// Adds a member that the object has not.
    mutating func append(_ node: JSONNode, key: String, keyText: String) {
        let key = JSONName(key)
        deepen(for: node)
        places[key] = members.count
        members.append(Member(key: key, keyText: keyText, node: node))
    }

    /// Gives a member another value in its place; a new one goes last.
    mutating func set(_ node: JSONNode, for key: String) {
        if let place = places[JSONName(key)] {
            deepen(for: node)
            members[place]?.node = node
        } else {
            append(node, key: key, keyText: JSONValue(string: key).text)
        }
    }

    mutating func remove(_ key: String) -> JSONNode? {
        guard let place = places.removeValue(forKey: JSONName(key)) else { return nil }
        let removed = members[place]?.node
        members[place] = nil
        if members.count > 2 * places.count + 8 { closeGaps() }
        return removed
    }

    /// Visits the members in order.
    func forEach(_ body: (_ keyText: String, _ node: JSONNode) -> Void) {
        for case let member? in members { body(member.keyText, member.node) }
    }

    func allSatisfy(_ condition: (_ keyText: String, _ node: JSONNode) -> Bool) -> Bool {
        for case let member? in members where !condition(member.keyText, member.node) { return false }
        return true
    }

    func allSatisfy(_ condition: (JSONNode) -> Bool) -> Bool {
        allSatisfy { _, node in condition(node) }
    }

    /// Whether both have the same keys, and `areEqual` says so of each pair of values, in any order.
    func isEqual(to other: JSONMembers, _ areEqual: (JSONNode, JSONNode) -> Bool) -> Bool {
        guard count == other.count else { return false }
        for case let member? in members {
            guard let place = other.places[member.key], let theirs = other.members[place], areEqual(member.node, theirs.node) else {
                return false
            }
        }
        return true
    }

    private mutating func closeGaps() {
        members.removeAll { $0 == nil }
        for (place, member) in members.enumerated() {
            if let member { places[member.key] = place }
        }
    }

    private mutating func deepen(for part: JSONNode) {
        depthBound = max(depthBound, part.depthBound + 1)
    }
}
