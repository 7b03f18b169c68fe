/// The members of an object under edit, in order and by key.
struct JSONMembers {
    private struct Member {
        /// The key as it was written, quotes included.
        let keyText: String
        var node: JSONNode
    }

    /// A member that was removed leaves a gap, so that the others keep their places.
    private var members: [Member?] = []
    private var places: [JSONName: Int] = [:]

    var count: Int { places.count }

    var nodes: [JSONNode] { members.compactMap { $0?.node } }

    subscript(_ key: String) -> JSONNode? { places[JSONName(key)].flatMap { members[$0]?.node } }

    /// Adds a member that the object has not.
    mutating func append(_ node: JSONNode, key: String, keyText: String) {
        places[JSONName(key)] = members.count
        members.append(Member(keyText: keyText, node: node))
    }

    /// Gives a member another value in its place; a new one goes last.
    mutating func set(_ node: JSONNode, for key: String) {
        if let place = places[JSONName(key)] {
            members[place]?.node = node
        } else {
            append(node, key: key, keyText: JSONValue(string: key).text)
        }
    }

    mutating func remove(_ key: String) -> JSONNode? {
        guard let place = places.removeValue(forKey: JSONName(key)) else { return nil }
        defer { members[place] = nil }
        return members[place]?.node
    }

    /// Visits the members in order.
    func forEach(_ body: (_ keyText: String, _ node: JSONNode) -> Void) {
        for case let member? in members { body(member.keyText, member.node) }
    }

    /// Whether both have the same keys with equal values, in any order.
    func isEqual(to other: JSONMembers) -> Bool {
        count == other.count
            && places.allSatisfy { name, place in
                guard let mine = members[place]?.node, let theirs = other[name.text] else { return false }
                return mine.isEqual(to: theirs)
            }
    }
}
