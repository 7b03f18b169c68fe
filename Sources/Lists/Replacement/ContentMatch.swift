/// Which old sections and items a replacement keeps, as the contract's section 3 says: by id, then by equality in order, then one to one.
struct ContentMatch {
    /// For each proposed section, the index of the old one that it continues.
    let sections: [Int?]
    /// For each proposed item, the index of the old one that it continues.
    private(set) var items: [Int?]

    private let old: StoredContents
    private let new: ProposedContents

    init(_ old: StoredContents, _ new: ProposedContents) {
        self.old = old
        self.new = new
        sections = SectionMatch.matches(old: old.marks.map(\.id), new: new.sections.map(\.id)) {
            (
                old: zip(old.marks, old.ranges).map { ContentDigest([$0.header, ContentDigest(old.digests[$1])]) },
                new: zip(new.sections, new.ranges).map { ContentDigest([ContentDigest($0.header), ContentDigest(new.digests[$1])]) }
            )
        }
        items = Array(repeating: nil, count: new.ids.count)
        matchItems()
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
        var allowance = CommonOrder.pairAllowance
        for (section, match) in sections.enumerated() {
            guard let match else { continue }
            let oldLeft = old.ranges[match].filter { !claimed[$0] }
            let newLeft = new.ranges[section].filter { new.ids[$0] == nil }
            for pair in CommonOrder.pairs(oldLeft.map { old.digests[$0] }, newLeft.map { new.digests[$0] }, allowance: &allowance) {
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
