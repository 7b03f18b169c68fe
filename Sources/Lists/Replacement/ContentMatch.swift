/// Which old sections and items a replacement keeps, as the contract's section 3 says: by id, then by equality in order, then one to one.
struct ContentMatch {
    /// For each proposed section, the index of the old one that it continues.
    private(set) var sections: [Int?]
    /// For each proposed item, the index of the old one that it continues.
    private(set) var items: [Int?]

    private let old: StoredContents
    private let new: ProposedContents

    init(_ old: StoredContents, _ new: ProposedContents) {
        self.old = old
        self.new = new
        sections = Array(repeating: nil, count: new.sections.count)
        items = Array(repeating: nil, count: new.ids.count)
        matchSections()
        matchItems()
    }

    private mutating func matchSections() {
        let byID = Dictionary(old.sectionRevisions.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var claimed = Set<Int>()
        for (index, section) in new.sections.enumerated() {
            guard let id = section.id, let match = byID[id] else { continue }
            sections[index] = match
            claimed.insert(match)
        }
        let oldLeft = old.sections.indices.filter { !claimed.contains($0) }
        let newLeft = new.sections.indices.filter { new.sections[$0].id == nil }
        guard !oldLeft.isEmpty, !newLeft.isEmpty else { return }
        let oldKeys = oldLeft.map { Self.key(old.sectionRevisions[$0].content.header, old.digests[old.ranges[$0]]) }
        let newKeys = newLeft.map { Self.key(new.sections[$0].header, new.digests[new.ranges[$0]]) }
        var pairs = CommonOrder.pairs(oldKeys, newKeys)
        pairs.append((oldLeft.count, newLeft.count))
        var nextOld = 0
        var nextNew = 0
        for pair in pairs {
            // Between two equal ones, the others continue each other one to one.
            for (left, right) in zip(nextOld..<pair.old, nextNew..<pair.new) { sections[newLeft[right]] = oldLeft[left] }
            if pair.new < newLeft.count { sections[newLeft[pair.new]] = oldLeft[pair.old] }
            nextOld = pair.old + 1
            nextNew = pair.new + 1
        }
    }

    private static func key(_ header: JSONValue, _ items: ArraySlice<ContentDigest>) -> ContentDigest {
        ContentDigest([ContentDigest(header), ContentDigest(items)])
    }

    private mutating func matchItems() {
        var claimed = [Bool](repeating: false, count: old.items.count)
        if new.hasIDs {
            let byID = Dictionary(old.ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
            for (index, id) in new.ids.enumerated() {
                guard let id, let match = byID[id] else { continue }
                items[index] = match
                claimed[match] = true
            }
        }
        for (section, match) in sections.enumerated() {
            guard let match else { continue }
            let oldLeft = old.ranges[match].filter { !claimed[$0] }
            let newLeft = new.ranges[section].filter { new.ids[$0] == nil }
            for pair in CommonOrder.pairs(oldLeft.map { old.digests[$0] }, newLeft.map { new.digests[$0] }) {
                items[newLeft[pair.new]] = oldLeft[pair.old]
                claimed[oldLeft[pair.old]] = true
            }
        }
        matchLeftovers(claimed)
    }

    /// Items without an id that are left match equal old ones anywhere, earliest first.
    private mutating func matchLeftovers(_ claimed: [Bool]) {
        let newLeft = items.indices.filter { items[$0] == nil && new.ids[$0] == nil }
        guard !newLeft.isEmpty else { return }
        var places: [ContentDigest: [Int]] = [:]
        for index in old.items.indices.reversed() where !claimed[index] { places[old.digests[index], default: []].append(index) }
        for index in newLeft { items[index] = places[new.digests[index]]?.popLast() }
    }
}
