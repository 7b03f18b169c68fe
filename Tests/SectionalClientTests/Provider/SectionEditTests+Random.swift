import Foundation
import TestSupport
import Testing

@testable import SectionalClient

@Suite("Edits of sections, against plain lists")
@MainActor
struct RandomSectionEditTests {
    private let shelf: SectionShelf

    init() throws { shelf = try SectionShelf() }

    /// An edit that the server does not have yet.
    private struct Edit {
        let write: PendingWrite
        let id: String
        let kind: SectionEdit.Kind
        var spots: [WriteTarget.Spot]
    }

    /// Does an edit to the ids of a list.
    private func place(_ edit: Edit, in list: inout [String]) {
        switch edit.kind {
        case .update, .deletion: return
        case .insertion: if list.contains(edit.id) { return }
        case .move: if !list.contains(edit.id) { return }
        }
        for spot in edit.spots {
            let name = spot.id?.text
            guard name.map(list.contains) ?? true else { continue }
            list.removeAll { $0 == edit.id }
            let isAfter = if case .after = spot { true } else { false }
            list.insert(edit.id, at: name.flatMap { list.firstIndex(of: $0) }.map { $0 + (isAfter ? 1 : 0) } ?? list.count)
            return
        }
    }

    private func edit(_ number: Int, _ random: inout SeededGenerator) async throws -> Edit? {
        let left = shelf.ids.filter { !shelf.section($0).isDeleted }
        let kind = random.below(6)
        let index = random.below(shelf.ids.count + (kind < 2 ? 1 : 0))
        let count = shelf.writes.count
        if kind < 2 || left.isEmpty {
            try await shelf.edit { try await $0.insertSection(at: min(index, self.shelf.ids.count), id: "n\(number)") }
        } else {
            let chosen = shelf.section(left[random.below(left.count)])
            var other = chosen
            other.header = .integer(Int64(number))
            let new = other
            switch kind {
            case 2: try await shelf.edit { try await $0.deleteSection(chosen) }
            case 3: try await shelf.edit { try await $0.updateSection(chosen, to: new) }
            default:
                let others = shelf.ids.filter { $0 != chosen.id }
                let from = shelf.ids.firstIndex(of: chosen.id)
                guard from != index, others.contains(where: left.contains) else { return nil }
                let hasNeighbour =
                    others[index...].prefix(8).contains(where: left.contains) || others[..<index].contains(where: left.contains)
                guard hasNeighbour else { return nil }
                try await shelf.edit { try await $0.moveSection(chosen, to: index) }
            }
        }
        guard shelf.writes.count > count, let write = shelf.writes.last, let made = write.sectionEdits.first else { return nil }
        return Edit(write: write, id: made.id.text, kind: made.kind, spots: made.spots)
    }

    @Test(
        "are where plain lists have them, with rows of this app and changes of others between them", .timeLimit(.minutes(4)),
        arguments: 0..<20)
    func follows(run: Int) async throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let list = VersionedList()
        repeat { try list.scribble(random.next(), edits: 3) } while try list.head < 4
        var version = try list.head
        await shelf.show(model(try list.version(version), version))
        var edits: [Edit] = []
        for number in 0..<60 {
            for _ in 0..<random.below(3) {
                if let edit = try await edit(number * 3 + edits.count, &random) { edits.append(edit) }
            }
            await editRows(number, &random)
            try check(list, version, edits, "seed \(seed), edit \(number)")
            try list.scribble(random.next(), edits: 1 + random.below(run < 10 ? 3 : 25))
            let next = try list.head
            if next > version {
                let change = ChangesAnswer<Int>(from: version, to: next, reload: false, stages: try list.stages(from: version, to: next))
                // Some are answered by this version: it has them then, or has not done them.
                for index in edits.indices.reversed() where random.below(8) == 0 {
                    shelf.screen.overlay.sections.answered(key: edits[index].write.key, version: next)
                    edits.remove(at: index)
                }
                let isTaken = shelf.screen.queue.add(change, mergeAfter: 1_000, now: Date())
                #expect(isTaken)
                version = next
                await shelf.take(to: version)
            }
            try check(list, version, edits, "seed \(seed), version \(version)")
            if !edits.isEmpty, random.below(3) == 0 { await shelf.refused(edits.remove(at: random.below(edits.count)).write) }
            if random.below(3) == 0 { load(try list.version(version)) }
            await shelf.take()
            try check(list, version, edits, "seed \(seed), after version \(version)")
        }
        for write in shelf.writes { await shelf.refused(write) }
        load(try list.version(version))
        await shelf.take()
        shelf.verify("seed \(seed)")
        let content = try list.version(version)
        #expect(shelf.rows == content.rows.map { $0.map(\.id) } && shelf.screen.model.order == nil, "seed \(seed)")
    }

    /// Rows of this app, in any section that is not deleted.
    private func editRows(_ number: Int, _ random: inout SeededGenerator) async {
        guard !shelf.rows.isEmpty, random.below(2) == 0 else { return }
        let section = random.below(shelf.rows.count)
        guard !shelf.provider.section(at: section).isDeleted else { return }
        let path: IndexPath = [section, random.below(shelf.rows[section].count + 1)]
        _ = try? await shelf.edit { try await $0.insert(number, at: path, id: "own-\(number)") }
    }

    private func model(_ content: VersionedList.Version, _ version: ListVersion) -> ListModel<Int> {
        var model = ListModel<Int>(
            version: version, sections: zip(content.ids, content.rows).map { ListSection(id: $0, itemCount: $1.count) })
        model.place(content.rows.joined().map { ListRow(id: $0.id, revision: $0.revision, value: 0) }, at: 0)
        model.info.identity = .null
        return model
    }

    private func load(_ content: VersionedList.Version) {
        let rows = content.rows.joined().map { ListRow<Int>(id: $0.id, revision: $0.revision, value: 0) }
        shelf.screen.model.inServedOrder { $0.place(rows, at: 0) }
        shelf.screen.rowsCame(rows.map { ExactID($0.id) })
        shelf.screen.consumer.wake()
    }

    /// The screen has the server's sections and this app's where plain lists have them, each with its rows.
    private func check(_ list: VersionedList, _ version: ListVersion, _ edits: [Edit], _ comment: Comment) throws {
        shelf.view.verify(values: true)
        try #require(shelf.view.violations == [], comment)
        let content = try list.version(version)
        var expected = content.ids
        for edit in edits { place(edit, in: &expected) }
        try #require(shelf.ids == expected, comment)
        let served = Dictionary(zip(content.ids, content.rows)) { $1 }
        for (id, rows) in zip(shelf.ids, shelf.rows) {
            let others = rows.filter { !$0.hasPrefix("own-") }
            let there = served[id]?.map(\.id) ?? []
            try #require(others.count == there.count, comment)
            for (shown, row) in zip(others, there) where shown != "?" { try #require(shown == row, comment) }
            let section = shelf.section(id)
            try #require(section.isPending == edits.contains { $0.id == id }, comment)
            try #require(section.isDeleted == (edits.last { $0.id == id }?.kind == .deletion), comment)
        }
    }
}
