import JSON
import TestSupport

@testable import Lists

/// A list that is written by replacements, staged or not, and by ordinary edits, with what it has to be.
final class TokenShelf {
    let shelf: ListShelf
    private let limit: Int?
    private let isChecked: Bool
    private(set) var written = TokenList()
    /// Nodes and placement rows that the last replacement read.
    private(set) var reads = 0
    /// The list's entries, in order, and those of its sections.
    private(set) var entries: [ItemEntry] = []
    private var sections: [SectionEntry] = []

    /// - Parameters:
    ///   - limit: How the replacements are staged; `nil` for not.
    ///   - isChecked: Whether the trees, the placements and the garbage of each version are checked as a whole.
    init(stagingAbout limit: Int? = nil, isChecked: Bool = true) throws {
        self.isChecked = isChecked
        shelf = try ListShelf()
        self.limit = limit
        try shelf.write { _ in }
    }

    /// Replaces the list.
    @discardableResult
    func replace(with new: TokenList) throws -> VersionDraft? {
        let source = PlannedReplacement(from: written, entries, to: new)
        let before = shelf.reads
        let draft = try shelf.write(stagingAbout: limit) { try $0.replace(from: source) }
        reads = shelf.reads - before
        if let limit, let most = shelf.stagedCounts.max(), max(most, shelf.lastCount) > 3 * limit + 3 {
            throw TreeDefect("\(most) rows went out at a time, \(shelf.lastCount) at the end")
        }
        let isChanged = written.sections != new.sections
        guard (draft != nil) == isChanged else { throw TreeDefect(isChanged ? "no version was made" : "a version was made") }
        written = new
        try read()
        return draft
    }

    /// Does something to the list and to its tokens with an ordinary edit.
    func edit(_ edit: TokenEdit, _ list: inout TokenList) throws {
        var random = SeededGenerator(seed: edit.seed)
        let places = list.sections.indices.filter { !list.sections[$0].items.isEmpty }
        guard !places.isEmpty else { return }
        let section = places[random.below(places.count)]
        let row = random.bias(below: list.sections[section].items.count)
        let path = IndexPath(section: section, row: row)
        try shelf.write { edition in
            switch edit.kind {
            case .insertOne:
                try edition.insertItems([ItemDraft(value: JSONText(verbatim: "0"))], at: path)
                let items = list.newItems(1)
                list.change { $0[section].items.insert(items[0], at: row) }
            case .deleteOne:
                try edition.deleteItem(at: path)
                list.change { _ = $0[section].items.remove(at: row) }
            default:
                let target = random.below(list.sections[section].items.count)
                try edition.moveItem(from: path, to: IndexPath(section: section, row: target))
                list.change { $0[section].items.insert($0[section].items.remove(at: row), at: target) }
            }
        }
        written = list
        try read()
    }

    /// Reads the list as it is now, and checks that it is what it has to be.
    private func read() throws {
        let snapshot = shelf.snapshot()
        sections = try snapshot.head.sections.elements(in: 0..<snapshot.sectionCount, of: shelf)
        let headers = try shelf.sections(sections.map(\.revision)).map(\.content.header.text)
        guard headers == written.sections.map({ "\($0.header)" }) else { throw TreeDefect("the sections are \(headers)") }
        entries = []
        for (section, wanted) in zip(sections, written.sections) {
            try check(-wanted.token, section.number, section.revision, wanted.header)
            let items = try section.items.elements(in: 0..<section.itemCount, of: shelf)
            guard items.count == wanted.items.count else { throw TreeDefect("\(items.count) items, not \(wanted.items.count)") }
            try shelf.readItems(items.map(\.revision)) { index, item in
                let value = String(decoding: item.value, as: UTF8.self)
                guard item.number == items[index].number, value == "\(wanted.items[index].value)" else {
                    throw TreeDefect("the item \(index) is \(value), not \(wanted.items[index].value)")
                }
                try check(wanted.items[index].token, item.number, items[index].revision, wanted.items[index].value)
            }
            entries += items
        }
        if isChecked, let defect = try shelf.garbageDefect() { throw TreeDefect(defect) }
    }

    private var known: [Int: (number: Number, revision: RevisionKey, value: Int)] = [:]

    /// A token's number never changes, and its revision exactly when its value does.
    private func check(_ token: Int, _ number: Number, _ revision: RevisionKey, _ value: Int) throws {
        defer { known[token] = (number, revision, value) }
        guard let old = known[token] else { return }
        guard old.number == number else { throw TreeDefect("the token \(token) has another number") }
        guard (old.revision == revision) == (old.value == value) else { throw TreeDefect("the token \(token): \(old), now \(revision)") }
    }
}
