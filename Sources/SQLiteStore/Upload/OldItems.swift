import Lists

/// The items of the list that an upload replaces, in the scratch table `old_item`.
struct OldItems {
    let sectionIDs: [Identifier]
    /// For each section, the positions of its items.
    let ranges: [Range<Int>]

    /// How many items are read at a time.
    private static let run = 512

    private let marks: [SectionMark]
    private var contents: [ContentDigest] = []

    init(
        _ tree: OrderedTree<SectionEntry>, _ storage: any ListStorage, in scratch: ScratchDatabase, withIDs: Bool
    ) throws {
        let sections = try tree.elements(in: 0..<tree.count, of: storage)
        marks = try SectionMark.all(of: sections, in: storage)
        sectionIDs = marks.map(\.id)
        let insert = try scratch.statement("INSERT INTO old_item VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        var ranges: [Range<Int>] = []
        var first = 0
        for (index, section) in sections.enumerated() {
            var sum = ContentDigest.Sum()
            for start in stride(from: 0, to: section.items.count, by: Self.run) {
                let items = try section.items.elements(in: start..<min(start + Self.run, section.items.count), of: storage)
                try storage.readItems(items.map(\.revision)) { offset, item in
                    let digest = ContentDigest(item.value)
                    sum.add(digest)
                    try insert.run(
                        first + start + offset, index, items[offset].number, items[offset].revision, Int64(items[offset].type),
                        withIDs ? String(decoding: item.id, as: UTF8.self) : nil, Int64(digest.high), Int64(digest.low))
                }
            }
            contents.append(sum.digest)
            ranges.append(first..<(first + section.items.count))
            first += section.items.count
        }
        self.ranges = ranges
    }

    /// Digests of each section's header and items.
    func sectionKeys() -> [ContentDigest] {
        zip(marks, contents).map { ContentDigest([$0.header, $1]) }
    }
}
