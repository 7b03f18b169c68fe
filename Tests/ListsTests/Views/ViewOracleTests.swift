import JSON
import Ports
import SQLiteStore
import StoreSuite
import TestSupport
import Testing
@testable import Lists

/// Can fail: a view that is updated only every second commit, and one whose dropped items keep their places, fail in the first rounds. So do
/// items that enter before others leave, equal keys without the order of ids, and a limit that is not filled again.
@Suite("Views beside random writes to their source")
struct ViewOracleTests {
    @Test(
        "each version is what its definition makes of the source's version that it names, and follows from the one before as a list view takes it",
        arguments: [UInt64.random(in: .min ... .max), 1, 2, 3])
    func agree(seed: UInt64) throws {
        try Self.run(seed, count: 20, rounds: 60)
    }

    @Test(
        "each version of a long view is what its definition makes, too",
        arguments: [UInt64.random(in: .min ... .max), 1, 14_870_072_665_376_896_058])
    func long(seed: UInt64) throws {
        try Self.run(seed, count: 400, rounds: 12)
    }

    @Test("a view has the first sections of those that it would have", arguments: [UInt64.random(in: .min ... .max), 1, 2])
    func sections(seed: UInt64) throws {
        try Self.run(seed, count: 20, rounds: 60, sectionLimit: 3)
    }

    private static func run(_ seed: UInt64, count: Int, rounds: Int, sectionLimit: Int = 1_000) throws {
        var random = SeededGenerator(seed: seed)
        let lists = try ViewStore { $0.viewSections = sectionLimit }
        let source = try listID("source")
        var model = ViewModel(count: count, &random)
        try lists.store.put(model.list, into: source)
        var views: [FollowedView] = []
        for number in 0..<6 {
            let text = ViewText.random(of: source, &random)
            views.append(try FollowedView(try listID("view-\(number)"), text, in: lists))
        }
        for round in 0..<rounds {
            let contents: [ListModel?] = (0...(random.next() % 4 == 0 ? random.next() % 64 : random.next() % 3)).map { _ in
                model.edit(&random)
                return random.next() % 100 == 0 ? nil : model.list
            }
            try lists.together(source, contents)
            if random.next() % 5 == 0, let index = views.indices.randomElement(using: &random) {
                try lists.define(views[index].id, .random(of: source, &random), title: "\(round)")
            }
            for index in views.indices {
                do { try views[index].follow(of: source, in: lists, sectionLimit) } catch {
                    Issue.record("seed \(seed), round \(round), \(views[index].id): \(error)")
                    return
                }
            }
        }
        let versions = views.reduce(0) { $0 + $1.version }
        #expect(versions > rounds, "seed \(seed): \(versions) versions")
        for view in views {
            let status = try #require(try lists.store.viewStatus(of: view.id))
            #expect(status.isCurrent, "seed \(seed)")
        }
    }
}

/// A view as a client has it that follows it version by version.
private struct FollowedView {
    let id: ListID
    private(set) var version: Int64
    private var list: FollowedList

    init(_ id: ListID, _ text: ViewText, in lists: ViewStore) throws {
        self.id = id
        let snapshot = try lists.define(id, text)
        version = snapshot.version
        list = try FollowedList(snapshot)
    }

    /// Goes through all versions that have come since.
    mutating func follow(of source: ListID, in lists: ViewStore, _ sectionLimit: Int) throws {
        let store = lists.store
        let page = try store.versions(of: id, before: nil, limit: 1_000)
        for entry in page.versions.reversed() where entry.version > version {
            let new = try store.snapshot(of: id, at: entry.version)
            let shown = try FollowedList(new)
            let made = try entry.source.flatMap { try Self.readable(source, at: $0, store) }
            if let made {
                let wanted = try FollowedList(of: new, made, sectionLimit)
                guard shown == wanted else { throw BatchUpdates.Defect("version \(new.version) is \(shown), not \(wanted)") }
            } else if entry.source == nil, shown != FollowedList() {
                throw BatchUpdates.Defect("version \(new.version) of no list has sections")
            }
            if entry.version - 1 == version, version >= page.oldest {
                try ChangesetCheck.follow(from: store.snapshot(of: id, at: version), list, to: new, shown)
            }
            (version, list) = (entry.version, shown)
        }
        guard version == page.head else { throw BatchUpdates.Defect("the newest version is missing") }
        let head = try store.snapshot(of: id, at: nil)
        let current = try? store.snapshot(of: source, at: nil)
        let wanted = try current.map { try FollowedList(of: head, $0, sectionLimit) } ?? FollowedList()
        guard list == wanted else { throw BatchUpdates.Defect("the head is \(list), not \(wanted)") }
    }

    private static func readable(_ source: ListID, at version: Int64, _ store: SQLiteListStore) throws -> ListSnapshot? {
        do { return try store.snapshot(of: source, at: version) } catch let error as ListError
            where error.code == .versionGone || error.code == .listNotFound
        {
            return nil
        }
    }
}

extension FollowedList {
    /// The content that a view's definition makes of a version of its source.
    fileprivate init(of view: ListSnapshot, _ source: ListSnapshot, _ sectionLimit: Int) throws {
        self.init()
        guard let text = view.head.properties.view?.text, let definition = try? ViewDefinition(validating: text) else {
            throw BatchUpdates.Defect("no definition")
        }
        sections = try ViewContent(of: definition, over: source, sectionLimit: sectionLimit).sections.map { section in
            var followed = Section(id: section.id, content: section.content)
            let items = section.items.map { Lists.Item(entry: $0, indexPath: IndexPath(section: 0, row: 0), position: 0) }
            try source.readItems(items) { index, stored in
                followed.items.append(Item(stored, type: source.type(of: items[index])))
            }
            return followed
        }
    }
}

/// A list with values that views tell apart.
private struct ViewModel {
    private(set) var list = ListModel([.init("s0"), .init("s1")])
    private var serial = 0

    init(count: Int, _ random: inout SeededGenerator) {
        for _ in 0..<count { insert(&random) }
    }

    mutating func edit(_ random: inout SeededGenerator) {
        for _ in 0...(random.next() % 3) {
            guard let section = list.sections.indices.randomElement(using: &random) else {
                serial += 1
                list.sections.append(.init("s\(serial)", header: JSONText(verbatim: "\(serial)")))
                continue
            }
            let row = list.sections[section].items.indices.randomElement(using: &random)
            switch (random.next() % 12, row) {
            case (0, _) where list.sections.count < 6:
                serial += 1
                list.sections.insert(.init("s\(serial)", header: JSONText(verbatim: "\(serial)")), at: section)
            case (1, _) where list.sections.count > 2: list.sections.remove(at: section)
            case (2, _): list.sections.swapAt(section, list.sections.count - 1)
            case (3, _): list.sections[section].header = JSONText(verbatim: "\(random.next() % 9)")
            case (4, let row?), (5, let row?), (6, let row?): list.sections[section].items[row].value = Self.value(&random)
            case (7, let row?): list.sections[section].items[row].type = random.next() % 2 == 0 ? nil : "T\(random.next() % 4)"
            case (8, let row?): list.sections[section].items.remove(at: row)
            case (9, let row?):
                let item = list.sections[section].items.remove(at: row)
                let target = list.sections.indices.randomElement(using: &random) ?? 0
                list.sections[target].items.insert(item, at: list.sections[target].items.indices.randomElement(using: &random) ?? 0)
            default: insert(&random)
            }
        }
    }

    private mutating func insert(_ random: inout SeededGenerator) {
        guard let section = list.sections.indices.randomElement(using: &random) else { return }
        serial += 1
        // Some ids come again.
        let ids = Set(list.sections.flatMap(\.items).map(\.id))
        let old = ListModel.Item("i\(random.next() % UInt64(serial))", Self.value(&random).text)
        let item = ids.contains(old.id) ? ListModel.Item("i\(serial)", Self.value(&random).text) : old
        guard !ids.contains(item.id) else { return }
        let row = list.sections[section].items.indices.randomElement(using: &random) ?? 0
        list.sections[section].items.insert(item, at: row)
    }

    private static func value(_ random: inout SeededGenerator) -> JSONText {
        let texts = ["\"a\"", "\"b\"", "\"A\"", "1", "2", "2.0", "true", "null", "[1]"]
        let group = texts[Int(random.next() % UInt64(texts.count))]
        let date = random.next() % 4 == 0 ? "" : ",\"d\":\"2026-0\(random.next() % 3 + 1)-1\(random.next() % 3)T10\""
        return JSONText(verbatim: "{\"n\":\(random.next() % 8),\"g\":\(group)\(date)}")
    }
}

extension ViewText {
    /// A definition of any kind.
    fileprivate static func random(of source: ListID, _ random: inout SeededGenerator) -> ViewText {
        var members = ["\"of\":\"\(source)\""]
        if random.next() % 4 != 0 { members.append("\"where\":" + condition(depth: 2, &random)) }
        switch random.next() % 6 {
        case 0: members.append(#""sectionBy":"source""#)
        case 1: members.append(#""sectionBy":"none""#)
        case 2, 3: members.append("\"sectionBy\":{\"value\":\(pointer(&random)),\"as\":\(grouping(&random)),\"order\":\(order(&random))}")
        default: break
        }
        switch random.next() % 4 {
        case 0: members.append("\"sortBy\":[\(pointer(&random))]")
        case 1: members.append("\"sortBy\":[{\"value\":\(pointer(&random)),\"order\":\(order(&random))},\(pointer(&random))]")
        default: break
        }
        if random.next() % 4 == 0 { members.append("\"limit\":\(random.next() % 15 + 1)") }
        return ViewText(of: source, text: JSONText(verbatim: "{" + members.joined(separator: ",") + "}"))
    }

    private static func condition(depth: Int, _ random: inout SeededGenerator) -> String {
        switch random.next() % (depth > 0 ? 10 : 7) {
        case 0, 1:
            let comparison = ["equals", "less", "atMost", "greater", "atLeast"][Int(random.next() % 5)]
            return "{\"value\":\"/n\",\"\(comparison)\":\(random.next() % 8)}"
        case 2: return "{\"value\":\"/g\",\"in\":[\"a\",1,null]}"
        case 3: return "{\"value\":\"/g\",\"contains\":1}"
        case 4: return "{\"value\":\"/d\",\"exists\":\(random.next() % 2 == 0)}"
        case 5: return "{\"item\":\"type\",\"equals\":\"T1\"}"
        case 6: return "{\"item\":\"section\",\"equals\":\"s1\"}"
        case 7: return "{\"not\":\(condition(depth: depth - 1, &random))}"
        default:
            let parts = (0...(random.next() % 3)).map { _ in condition(depth: depth - 1, &random) }
            return "{\"\(random.next() % 2 == 0 ? "all" : "any")\":[\(parts.joined(separator: ","))]}"
        }
    }

    private static func pointer(_ random: inout SeededGenerator) -> String {
        ["\"/n\"", "\"/g\"", "\"/d\"", "\"/none\""][Int(random.next() % 4)]
    }

    private static func grouping(_ random: inout SeededGenerator) -> String {
        ["\"value\"", "\"initial\"", "\"day\"", "\"month\"", "\"year\""][Int(random.next() % 5)]
    }

    private static func order(_ random: inout SeededGenerator) -> String {
        random.next() % 2 == 0 ? "\"ascending\"" : "\"descending\""
    }
}
