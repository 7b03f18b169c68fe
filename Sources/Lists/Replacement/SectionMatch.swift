/// The match of proposed sections with old ones: by id; then by equal content in order; then, between two such, one to one.
package enum SectionMatch {
    /// - Parameters:
    ///   - keys: Digests of header and items, old and proposed; asked for only where sections without an id are to be matched.
    /// - Returns: For each proposed section, the index of the old one that it continues.
    package static func matches(
        old: [Identifier], new: [Identifier?], keys: () throws -> (old: [ContentDigest], new: [ContentDigest])
    ) rethrows -> [Int?] {
        var matches: [Int?] = Array(repeating: nil, count: new.count)
        let byID = Dictionary(old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var claimed = Set<Int>()
        for (index, id) in new.enumerated() {
            guard let id, let match = byID[id] else { continue }
            matches[index] = match
            claimed.insert(match)
        }
        let oldLeft = old.indices.filter { !claimed.contains($0) }
        let newLeft = new.indices.filter { new[$0] == nil }
        guard !oldLeft.isEmpty, !newLeft.isEmpty else { return matches }
        let keys = try keys()
        var pairs = CommonOrder.pairs(oldLeft.map { keys.old[$0] }, newLeft.map { keys.new[$0] })
        pairs.append((oldLeft.count, newLeft.count))
        var nextOld = 0
        var nextNew = 0
        for pair in pairs {
            for (left, right) in zip(nextOld..<pair.old, nextNew..<pair.new) { matches[newLeft[right]] = oldLeft[left] }
            if pair.new < newLeft.count { matches[newLeft[pair.new]] = oldLeft[pair.old] }
            nextOld = pair.old + 1
            nextNew = pair.new + 1
        }
        return matches
    }
}

/// The id and the header's digest, by which a replacement recognises a section of the list. The section's content may be large, and there
/// may be very many sections.
package struct SectionMark: Sendable {
    package let id: Identifier
    package let header: ContentDigest

    /// How many sections are read at a time.
    package static let run = 64

    /// The marks of sections, in their order; of what they show, little is in memory at a time.
    package static func all(of sections: [SectionEntry], in storage: any ListStorage) throws -> [SectionMark] {
        var marks: [SectionMark] = []
        marks.reserveCapacity(sections.count)
        for start in stride(from: 0, to: sections.count, by: run) {
            for revision in try storage.sections(sections[start..<min(start + run, sections.count)].map(\.revision)) {
                marks.append(SectionMark(id: revision.id, header: ContentDigest(revision.content.header)))
            }
        }
        return marks
    }

    /// The ids of sections, in their order.
    static func ids(of sections: [SectionEntry], in storage: any ListStorage) throws -> [Identifier] {
        try stride(from: 0, to: sections.count, by: run).flatMap { start in
            try storage.sections(sections[start..<min(start + run, sections.count)].map(\.revision)).map(\.id)
        }
    }
}
