import JSON
import Lists

/// Revisions of items and sections.
extension RecordReader {
    /// The widest hole between two keys that a range scan goes on across.
    private static let widestHole: Int64 = 4

    /// Hands out items in the order of `keys`: a range scan for each rising run of neighbouring keys, a look-up for the rest.
    func readItems(_ keys: [RevisionKey], _ body: (_ index: Int, _ item: StoredItem) throws -> Void) throws {
        guard let last = keys.indices.last else { return }
        if runEnd(of: keys, from: 0) == last { return try readRun(keys, 0...last, body) }
        try transaction {
            var start = 0
            while start <= last {
                let end = runEnd(of: keys, from: start)
                try readRun(keys, start...end, body)
                start = end + 1
            }
        }
    }

    private func runEnd(of keys: [RevisionKey], from start: Int) -> Int {
        var end = start
        while end + 1 < keys.count, keys[end + 1] > keys[end], keys[end + 1] - keys[end] <= Self.widestHole { end += 1 }
        return end
    }

    private func readRun(
        _ keys: [RevisionKey], _ run: ClosedRange<Int>, _ body: (_ index: Int, _ item: StoredItem) throws -> Void
    ) throws {
        let statement = run.count == 1 ? revision : revisions
        statement.bind(0, keys[run.lowerBound])
        if run.count > 1 { statement.bind(1, keys[run.upperBound]) }
        defer { statement.reset() }
        var index = run.lowerBound
        while try statement.step() {
            let key = statement.int(0)
            if key < keys[index] { continue }
            guard key == keys[index] else { throw MissingRecord(key: keys[index]) }
            let item = StoredItem(
                number: statement.int(1), revision: statement.int(2), id: statement.bytes(3), value: statement.bytes(4))
            try body(index, item)
            index += 1
            if index > run.upperBound { return }
        }
        throw MissingRecord(key: keys[index])
    }

    /// The revisions of sections, in the order of `keys`.
    func sections(_ keys: [RevisionKey]) throws -> [SectionRevision] {
        guard keys.count > 1 else { return try keys.map(section(_:)) }
        return try transaction { try keys.map(section(_:)) }
    }

    private func section(_ key: RevisionKey) throws -> SectionRevision {
        section.bind(0, key)
        let revision = try section.first {
            SectionRevision(
                key: key, number: section.int(0), id: Identifier(verbatim: section.text(1)),
                content: SectionContent(
                    header: section.optionalText(2).map(JSONValue.init(verbatim:)) ?? .null,
                    footer: section.optionalText(3).map(JSONValue.init(verbatim:)) ?? .null,
                    metadata: JSONValue(verbatim: section.text(4))))
        }
        guard let revision else { throw MissingRecord(key: key) }
        return revision
    }
}
