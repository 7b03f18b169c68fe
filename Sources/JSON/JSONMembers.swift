/// The members of an object under edit, in order and by key.
struct JSONMembers {
    private struct Member {
        let key: JSONName
        /// The key as it was written, quotes included.
        let keyText: String
        var node: JSONNode
    }

    /// A member that was removed leaves a gap, so that the others keep their indices; there are never more gaps than members.
    private var members: [Member?] = []
    private var indices: [JSONName: Int] = [:]
    /// As ``JSONNode/depthBound``, this object among the levels.
    private(set) var depthBound = 1

    var count: Int { indices.count }

    subscript(_ key: String) -> JSONNode? { indices[JSONName(key)].flatMap { members[$0]?.node } }

    /// Changes a member; `nil` where there is none.
    mutating func edit<Outcome>(_ key: String, _ change: (inout JSONNode) -> Outcome?) -> Outcome? {
        guard let index = indices[JSONName(key)], var member = members[index] else { return nil }
        // Let go of here, so that the change finds it unshared.
        members[index] = nil
        let outcome = change(&member.node)
        deepen(for: member.node)
        members[index] = member
        return outcome
    }

    /// Adds a member that the object has not.
    mutating func append(_ node: JSONNode, key: String, keyText: String) {
        let key = JSONName(key)
        deepen(for: node)
        indices[key] = members.count
        members.append(Member(key: key, keyText: keyText, node: node))
    }

    /// Gives a member another value; a new one goes last.
    mutating func set(_ node: JSONNode, for key: String) {
        if let index = indices[JSONName(key)] {
            deepen(for: node)
            members[index]?.node = node
        } else {
            append(node, key: key, keyText: JSONText(string: key).text)
        }
    }

    mutating func remove(_ key: String) -> JSONNode? {
        guard let index = indices.removeValue(forKey: JSONName(key)) else { return nil }
        let removed = members[index]?.node
        members[index] = nil
        if members.count > 2 * indices.count + 8 { closeGaps() }
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
            guard let index = other.indices[member.key], let theirs = other.members[index], areEqual(member.node, theirs.node) else {
                return false
            }
        }
        return true
    }

    private mutating func closeGaps() {
        members.removeAll { $0 == nil }
        for (index, member) in members.enumerated() {
            if let member { indices[member.key] = index }
        }
    }

    private mutating func deepen(for part: JSONNode) {
        depthBound = max(depthBound, part.depthBound + 1)
    }
}
