/// What a replacement knows a list's section by. What the section shows may be large, and there may be very many.
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
}
