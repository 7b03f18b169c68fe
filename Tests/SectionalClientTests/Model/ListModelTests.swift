import TestSupport
import Testing

@testable import SectionalClient

@Suite("A list that is known in part")
struct ListModelTests {
    private func model(_ version: Int, of list: VersionedList) throws -> ListModel<Int> {
        let content = try list.version(version)
        return ListModel(
            version: version,
            sections: zip(content.ids, content.rows).map { ListSection(id: $0, itemCount: $1.count) })
    }

    private func rows(_ content: VersionedList.Version) -> [ListRow<Int>] {
        content.rows.joined().map { ListRow(id: $0.id, revision: $0.revision, value: 0) }
    }

    /// Every count is that of the version, and every row that is known.
    private func differences(_ model: ListModel<Int>, _ content: VersionedList.Version) -> [String] {
        var found: [String] = []
        if model.sections.map(\.info.section.id) != content.ids { found.append("other sections") }
        if model.sections.map(\.rows.count) != content.rows.map(\.count) { found.append("other counts") }
        guard found.isEmpty else { return found }
        if model.itemCount != content.rows.joined().count { found.append("another sum") }
        var known = 0
        model.forEachKnown { position, slot in
            known += 1
            guard case .row(let row) = slot else { return }
            let expected = content.rows[position.section][position.row]
            if row.id != expected.id || row.revision != expected.revision {
                found.append("\(position) is \(row.id) of \(row.revision), not \(expected)")
            }
        }
        if known != model.knownCount { found.append("\(model.knownCount) known rows, not \(known)") }
        return found
    }

    @Test("stays right through the server's stages, with pages that were asked for before them", arguments: 0..<20)
    func follows(run: Int) throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let list = VersionedList()
        var contents = [VersionedList.Version()]
        while contents.count <= 40 {
            try list.scribble(random.next(), edits: 1 + random.below(run < 10 ? 3 : 30))
            if try list.head == contents.count { contents.append(try list.version(contents.count)) }
        }
        var model = try model(1, of: list)
        var pages: [(ticket: Int, rows: [ListRow<Int>])] = []
        var version = 1
        var ticket = 0
        var mostKnown = 0
        while version < 40 {
            for _ in 0..<3 where model.itemCount > 0 {
                let first = random.below(model.itemCount)
                ticket += 1
                if let position = model.offsets.position(at: first) { _ = model.want(position) }
                model.ask(first..<min(first + 10, model.itemCount), ticket: ticket)
                pages.append((ticket, Array(rows(contents[version]).dropFirst(first).prefix(10))))
            }
            let next = min(40, version + 1 + random.below(3))
            var shape = ListShape(model.sections.map(\.rows.count))
            for stage in try list.stages(from: version, to: next) {
                let isAccepted = shape.accept(stage)
                try #require(isAccepted, "seed \(seed), from \(version) to \(next)")
                model.apply(stage)
            }
            version = next
            model.version = next
            // Pages come late and in any order.
            while let index = pages.indices.randomElement(using: &random), random.below(3) > 0 || pages.count > 8 {
                let page = pages.remove(at: index)
                let isLost = random.below(8) == 0
                _ = model.fill(ticket: page.ticket, with: isLost ? nil : page.rows)
            }
            mostKnown = max(mostKnown, model.knownCount)
            if random.below(6) == 0 { model.forget(outside: [20..<60]) }
            try #require(differences(model, contents[version]) == [], "seed \(seed), version \(version)")
        }
        #expect(mostKnown > 0, "seed \(seed)")
    }

    @Test("loses nothing of a page that is lost: its rows are wanted again, the nearest first")
    func lost() {
        var model = ListModel<Int>(version: 1, sections: [ListSection(id: "a", itemCount: 30), ListSection(id: "b", itemCount: 30)])
        let answers = [model.want(RowPosition(0, 25)), model.want(RowPosition(0, 25))]
        #expect(answers == [true, false])
        model.ask(20..<40, ticket: 1)
        #expect(model.nearestWanted(to: 0) == nil)
        let none = model.fill(ticket: 1, with: nil)
        #expect(none == [])
        #expect(model.nearestWanted(to: 0) == 20 && model.nearestWanted(to: 100) == 39 && model.nearestWanted(to: 30) == 30)
        model.ask(20..<40, ticket: 2)
        // A page may close early.
        let ids = model.fill(ticket: 2, with: (20..<32).map { ListRow(id: String($0), value: $0) })
        #expect(ids.count == 12)
        #expect(model.nearestWanted(to: 0) == 32)
        #expect(model.row(at: RowPosition(1, 1))?.value == 31)
    }

    @Test("keeps an inserted item only beside what is known")
    func insertions() {
        var model = ListModel<Int>(version: 1, sections: [ListSection(id: "a", itemCount: 10)])
        model.place([ListRow(id: "0", value: 0)], at: 0)
        var stage = StageAnswer<Int>()
        stage.items.inserted = [1, 6].map { .init(indexPath: RowPosition(0, $0), item: ListRow(id: "new \($0)", value: $0)) }
        model.apply(stage)
        #expect(model.itemCount == 12 && model.knownCount == 2)
        #expect(model.row(at: RowPosition(0, 1))?.id == "new 1")
    }

    @Test("forgets what is far away, but not what it waits for")
    func forgets() {
        var model = ListModel<Int>(version: 1, sections: (0..<100).map { ListSection(id: "\($0)", itemCount: 100) })
        for offset in stride(from: 0, to: 10_000, by: 500) {
            model.place((0..<50).map { ListRow(id: "\(offset + $0)", value: 0) }, at: offset)
        }
        model.ask(9_990..<10_000, ticket: 1)
        model.forget(outside: [400..<1_600])
        #expect(model.knownCount == 3 * 50 + 10)
        #expect(model.positions(of: ["500", "9500", "1549"]) == [RowPosition(5, 0), RowPosition(15, 49)])
    }
}
