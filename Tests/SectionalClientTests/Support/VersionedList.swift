import JSON
import Lists
import Ports
import StoreSuite
import Synchronization
import TestSupport

@testable import SectionalClient

/// A list with a history in the server's own domain, and its versions and changes in the client's terms.
final class VersionedList {
    /// The sections of a version with the ids and revisions of their items.
    struct Version: Equatable {
        struct Row: Equatable {
            let id: String
            let revision: ListVersion
        }
        var ids: [String] = []
        var rows: [[Row]] = []
    }

    private let store = MemoryListStore(
        versions: 1_000, describeList: { _ in [] }, now: { 0 }, makeIdentifiers: { CountingIdentifiers() })
    private let id = ListID("list")

    var head: Int { get throws { Int(try snapshot(nil).version) } }

    private func snapshot(_ version: Int?) throws -> ListSnapshot {
        guard let id else { throw MemoryRefusalInTest() }
        return try store.snapshot(of: id, at: version.map(Int64.init))
    }

    private struct MemoryRefusalInTest: Error {}

    /// Makes one version by some random edits: rows and sections that come, go, move and change, also all at once.
    func scribble(_ seed: UInt64, edits: Int) throws {
        guard let id else { return }
        let failure = Mutex<(any Error)?>(nil)
        store.write(id) { transaction in
            var random = SeededGenerator(seed: seed)
            let edit = try transaction.edit()
            for _ in 0..<edits { try Self.edit(edit, &random) }
            try transaction.commit(edit)
        } completion: { result in
            if case .failure(let error) = result { failure.withLock { $0 = error } }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private static func edit(_ edit: ListEdit, _ random: inout SeededGenerator) throws {
        let count = edit.sectionCount
        guard count > 2 else {
            let items = (0..<random.below(40)).map { ItemDraft(value: JSONText(verbatim: "\($0)")) }
            try edit.insertSection(SectionDraft(items: items), at: random.below(count + 1))
            return
        }
        let section = random.below(count)
        let rows = try rowCount(edit, section)
        let path = Lists.IndexPath(section: section, row: rows == 0 ? 0 : random.below(rows))
        switch random.below(14) {
        case 0..<3:
            let items = (0...random.below(4)).map { ItemDraft(value: JSONText(verbatim: "\($0)")) }
            try edit.insertItems(items, at: Lists.IndexPath(section: section, row: random.below(rows + 1)))
        case 3..<5 where rows > 0: try edit.deleteItem(at: path)
        case 5..<8 where rows > 0: try edit.updateItem(at: path, value: JSONText(verbatim: "\(random.next())"), type: .unspecified)
        case 8..<11 where rows > 0:
            let target = random.below(count)
            let room = try rowCount(edit, target) + (target == section ? 0 : 1)
            try edit.moveItem(from: path, to: Lists.IndexPath(section: target, row: random.below(room)))
        case 11: try edit.moveSection(from: section, to: random.below(count))
        case 12: try edit.insertSection(SectionDraft(items: [ItemDraft(value: JSONText(verbatim: "0"))]), at: random.below(count + 1))
        case 13 where random.below(3) == 0: try edit.deleteSection(at: section)
        default: break
        }
    }

    private static func rowCount(_ edit: ListEdit, _ section: Int) throws -> Int {
        try edit.moveSection(from: section, to: section).itemCount
    }

    // MARK: In the client's terms

    func version(_ number: Int) throws -> Version {
        let snapshot = try snapshot(number)
        var version = Version()
        for section in try snapshot.sections(in: 0..<snapshot.sectionCount) {
            version.ids.append(section.id.text)
            version.rows.append(
                try snapshot.items(of: section, rows: 0..<section.itemCount).map { item in
                    let revision = try snapshot.revision(of: item)
                    return Version.Row(id: revision.id.text, revision: Int(revision.version))
                })
        }
        return version
    }

    func stages(from old: Int, to new: Int) throws -> [StageAnswer<Int>] {
        let target = try snapshot(new)
        guard let changes = try target.changes(since: try snapshot(old), limit: 100_000) else { return [] }
        return try changes.stages.map { stage in
            var answer = StageAnswer<Int>()
            answer.sections.deleted = stage.sections.deleted.map { .init(id: $0.id.text, index: $0.index) }
            answer.sections.moved = stage.sections.moved.map { .init(id: $0.id.text, from: $0.from, to: $0.to) }
            answer.sections.inserted = stage.sections.inserted.map(Self.placed)
            answer.sections.updated = stage.sections.updated.map(Self.placed)
            answer.items.deleted = stage.items.deleted.map { .init(id: $0.id.text, indexPath: Self.position($0.indexPath)) }
            answer.items.moved = stage.items.moved.map {
                .init(id: $0.id.text, from: Self.position($0.from), to: Self.position($0.to))
            }
            answer.items.inserted = try stage.items.inserted.map { try Self.placed($0, target) }
            answer.items.updated = try stage.items.updated.map { try Self.placed($0, target) }
            return answer
        }
    }

    private static func placed(_ section: StagedSection) -> StageAnswer<Int>.Sections.Placed {
        .init(index: section.index, section: ListSection(id: section.id.text, itemCount: section.itemCount))
    }

    private static func placed(_ item: Item, _ snapshot: ListSnapshot) throws -> StageAnswer<Int>.Items.Placed {
        let revision = try snapshot.revision(of: item)
        let row = ListRow(id: revision.id.text, revision: Int(revision.version), value: 0)
        return .init(indexPath: position(item.indexPath), item: row)
    }

    private static func position(_ path: Lists.IndexPath) -> RowPosition { RowPosition(path.section, path.row) }
}

/// Ids that count.
private final class CountingIdentifiers: IdentifierSource {
    private var count = 0

    func next() -> Identifier {
        count += 1
        return Identifier(verbatim: "new-\(count)")
    }
}
