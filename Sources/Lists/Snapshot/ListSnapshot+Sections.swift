extension ListSnapshot {
    /// The section at an index.
    ///
    /// - Throws: ``ListError`` `sectionNotFound` when there is none.
    public func section(at index: Int) throws -> Section {
        let found = try sections(in: index..<(index == Int.max ? index : index + 1))
        guard let section = found.first else {
            throw ListError(.sectionNotFound, "There is no section \(index); the list has \(sectionCount).")
        }
        return section
    }

    /// The sections of a range, in order; the range is cut to the list's.
    public func sections(in range: Range<Int>) throws -> [Section] {
        let range = range.clamped(to: 0..<sectionCount)
        let entries = try head.sections.elements(in: range, of: storage)
        let revisions = try storage.sections(entries.map(\.revision))
        return zip(zip(range, entries), revisions).map { element, revision in
            Section(entry: element.1, index: element.0, id: revision.id, content: revision.content)
        }
    }

    /// The flat position of the first item of the section at an index. O(log n).
    ///
    /// - Throws: ``ListError`` `indexOutOfRange` when there is no such section.
    public func itemOffset(ofSection index: Int) throws -> Int {
        try head.sections.elementWithItemsBefore(at: index, in: storage).itemsBefore
    }

    /// The section of an id.
    ///
    /// - Throws: ``ListError`` `sectionNotFound` when this version has none.
    public func section(withID id: Identifier) throws -> Section {
        if let number = try storage.number(ofSection: id), let section = try section(numbered: number) { return section }
        throw ListError(.sectionNotFound, "There is no section with the id “\(id)”.")
    }

    /// The section of a number; `nil` if this version has it not.
    public func section(numbered number: Number) throws -> Section? {
        guard let path = try ancestry.path(to: number, from: head.sections.owner),
            let found = try head.sections.find(path, in: storage), found.rest.isEmpty,
            let revision = try storage.sections([found.element.revision]).first
        else { return nil }
        return Section(entry: found.element, index: found.index, id: revision.id, content: revision.content)
    }

    var ancestry: Ancestry {
        Ancestry { [storage, version] number in try storage.parent(of: number, at: version) }
    }
}
