import Foundation
import SectionalClient
import TestSupport

/// A hand that edits the first rows of two sections at random, and eyes that see whether a row ever shows less than was written to it.
///
/// The journal has a line before an edit and one when it is kept; from then on it is to be seen, over all lives of the app, whatever it is killed
/// in. Each value of a row is one more than the last: after `tried ID N` and `made ID N` the row shows N or more. After `deleting ID` and `deleted ID`
/// it is marked or gone. After `inserting ID` and `inserted ID` the item is shown, once, and the server gets it, once. After `moving ID SECTION` and
/// `moved ID SECTION` it is shown in that section, and is there in the end; `any` stands for the section of a row that may move itself.
/// Behind the two sections the hand adds others (`RandomEdits+Sections.swift`), with the same words but `adding ID` and `added ID`.
@MainActor
final class RandomEdits {
    let provider: RemoteDataProvider<Reading>
    private let journal: FileHandle
    private let outboxes: URL
    var tried: [String: Int] = [:]
    var made: [String: Int] = [:]
    var deleted: Set<String> = []
    private var inserted: Set<String> = []
    /// The sections that were added and not deleted.
    var added: Set<String> = []
    var additions = 0
    /// The sections that rows were moved to and have not left.
    private var moved: [String: String] = [:]
    /// How many times in a row an item was not where it is to be: a row whose neighbours are not loaded has to wait for them.
    private var misses: [String: Int] = [:]
    private var insertions = 0
    /// A row of each section that is neither moved nor deleted: what moves there stays in its section.
    private static let fixed = ["i0-49", "i1-0"]
    /// Whether the edit that was begun last was kept; nil before its task runs.
    private var isKept: Bool?

    init(_ provider: RemoteDataProvider<Reading>, in folder: URL) {
        self.provider = provider
        let url = folder.appendingPathComponent("journal")
        outboxes = folder.appendingPathComponent("outboxes")
        for line in ((try? String(contentsOf: url, encoding: .utf8)) ?? "").split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "tried": tried[words[1]] = Int(words[2])
            case "made": made[words[1]] = Int(words[2])
            case "deleted", "deleting":
                if words[0] == "deleted" { deleted.insert(words[1]) }
                inserted.remove(words[1])
                added.remove(words[1])
            case "adding": additions += 1
            case "added": added.insert(words[1])
            case "inserted": inserted.insert(words[1])
            case "moving": moved[words[1]] = nil
            case "moved": moved[words[1]] = words[2]
            case "inserting": insertions += 1
            default: break
            }
        }
        let descriptor = open(url.path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        journal = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// The rows of the sections that are edited.
    private var rows: [IndexPath] { rows(of: 0) + rows(of: 1) }

    private func rows(of section: Int) -> [IndexPath] { (0..<provider.numberOfItems(in: section)).map { [section, $0] } }

    func run() async throws {
        while true {
            for _ in 0..<Int.random(in: 1...6) { await edit() }
            switch Int.random(in: 0..<80) {
            case 0..<4: await provider.flush()
            case 4:
                provider.stop()
                provider.start()
            case 5..<10: provider.reconnect()
            default: break
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0..<20)))
        }
    }

    /// Says what every row shows when the server has all, and the disk nothing more to send.
    func settle() async throws {
        while true {
            try await Task.sleep(for: .milliseconds(20))
            provider.reconnect()
            await provider.flush()
            let shown = rows.map { provider.row(at: $0) }
            guard provider.state == .live, !shown.isEmpty, shown.allSatisfy({ $0?.isPending == false }), isOutboxEmpty else { continue }
            check()
            let rows = shown.map { "\($0?.id ?? "")=\($0?.value?.n ?? -1)" }
            return ClientCrashChild.say("settled " + (rows + furtherSections().map(describe)).joined(separator: " "))
        }
    }

    private var isOutboxEmpty: Bool {
        let files = FileManager.default.enumerator(at: outboxes, includingPropertiesForKeys: [.fileSizeKey])
        let sizes = (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.lastPathComponent == "outbox" }
            .map { (try? Data(contentsOf: $0).count) ?? 0 }
        return sizes == [0]
    }

    func check() {
        for path in rows {
            guard let row = provider.loadedRow(at: path), let value = row.value else { continue }
            let (least, most) = (made[row.id] ?? 0, tried[row.id] ?? 100)
            if value.n < least || value.n > most {
                let mark = row.isDeleted ? ", deleted" : row.isPending ? ", pending" : ""
                ClientCrashChild.say("\(row.id) shows \(value.n), not \(least)...\(most)\(mark)")
            }
            if deleted.contains(row.id), !row.isDeleted { ClientCrashChild.say("\(row.id) is shown, and was deleted") }
        }
        checkPositions()
        checkSections()
    }

    private func checkPositions() {
        let shown = rows.map { (section: provider.section(at: $0[0]).id, id: provider.id(at: $0)) }
        let known = shown.compactMap(\.id)
        let sections = Dictionary(shown.compactMap { row in row.id.map { ($0, row.section) } }) { first, _ in first }
        for (id, count) in Dictionary(known.map { ($0, 1) }, uniquingKeysWith: +) where count > 1 {
            miss(id, "is shown \(count) times")
        }
        guard known.count == Set(known).count else { return }
        for id in inserted where known.count == shown.count && !shown.isEmpty {
            if sections[id] == nil { miss(id, "is not shown, and was inserted") } else { misses[id] = nil }
        }
        for (id, section) in moved where section != "any" {
            guard let there = sections[id] else { continue }
            if there != section { miss(id, "is shown in \(there), and was moved to \(section)") } else { misses[id] = nil }
        }
    }

    func miss(_ id: String, _ words: String) {
        misses[id, default: 0] += 1
        if misses[id] == 100 { ClientCrashChild.say("\(id) \(words)") }
    }

    /// Waits for the updates of the screen after an edit that does not wait for the server.
    func isShownAtOnce(_ holds: () -> Bool) async -> Bool {
        for _ in 0..<1_000 where !holds() { await Task.yield() }
        return holds()
    }

    private func edit() async {
        let paths = rows(of: 0).prefix(8) + rows(of: 1).prefix(4)
        for path in paths + rows(of: 0).suffix(1) { _ = provider.row(at: path) }
        let there = paths.compactMap { provider.loadedRow(at: $0) }.filter { !$0.isDeleted && !Self.fixed.contains($0.id) }
        guard let row = there.randomElement(), let other = there.randomElement(), let value = row.value else { return }
        let isEnough = provider.numberOfItems(in: 0) > 20
        switch Int.random(in: 0..<100) {
        case 0..<10: await insert(before: row)
        case 10..<18 where isEnough: await delete(row)
        case 18..<26 where other.id != row.id: await move(row, to: other.id, in: "any")
        case 26..<29 where isEnough: await move(row, to: Self.fixed[1], in: "s1")
        case 29..<32: await move(row, to: Self.fixed[0], in: "s0")
        case 32..<38: await editSection()
        default: await write(value, to: row)
        }
        check()
    }

    /// The index path of a row that is loaded and not deleted.
    private func path(of id: String) -> IndexPath? {
        provider.indexPath(of: id).flatMap { provider.loadedRow(at: $0)?.isDeleted == false ? $0 : nil }
    }

    /// Begins an edit of an item, which is kept on disk when its task waits for the first time.
    ///
    /// - Parameter other: The item that it moves beside; itself where it does not move.
    private func begin(
        _ what: String, on id: String, beside other: String? = nil, _ edit: @escaping @MainActor (IndexPath, IndexPath) async throws -> Void
    ) async -> Bool {
        await begin(what) { [self] in
            // The rows may have moved since.
            guard let path = self.path(of: id), let target = self.path(of: other ?? id) else { return nil }
            return { try await edit(path, target) }
        }
    }

    /// - Parameter find: Looks for what is to be edited when the task runs, and gives the edit; nil where that is not there.
    func begin(_ what: String, _ find: @escaping @MainActor () -> (@MainActor () async throws -> Void)?) async -> Bool {
        isKept = nil
        Task {
            guard let edit = find() else { return isKept = false }
            isKept = true
            do { try await edit() } catch { ClientCrashChild.say("refused \(what): \(error)") }
        }
        while isKept == nil { await Task.yield() }
        return isKept == true
    }

    private func write(_ value: Reading, to row: ListRow<Reading>) async {
        let number = (tried[row.id] ?? 100) + 1
        let written = Reading(title: value.title, n: number)
        tried[row.id] = number
        write("tried \(row.id) \(number)")
        let kind = Int.random(in: 0..<10)
        let isBegun = await begin("\(row.id) \(number)", on: row.id) { [provider] path, _ in
            switch kind {
            case 0: try await provider.batch { try $0.update(path, value: written) }
            case 1: try await provider.replace(row, value: written)
            default: try await provider.update(row, value: written)
            }
        }
        guard isBegun else { return }
        made[row.id] = number
        write("made \(row.id) \(number)")
    }

    private func insert(before row: ListRow<Reading>) async {
        insertions += 1
        let (id, isAfter) = ("new-\(insertions)", Bool.random())
        write("inserting \(id)")
        let value = Reading(title: "new", n: 100)
        let isBegun = await begin("insertion of \(id)", on: row.id) { [provider] path, _ in
            if isAfter {
                try await provider.insert(value, after: path, id: id)
            } else {
                try await provider.insert(value, at: path, id: id)
            }
        }
        guard isBegun else { return }
        write("inserted \(id)")
        inserted.insert(id)
        let isShown = await isShownAtOnce { provider.indexPath(of: id) != nil }
        if !isShown { ClientCrashChild.say("\(id) is not shown at once") }
    }

    private func delete(_ row: ListRow<Reading>) async {
        write("deleting \(row.id)")
        inserted.remove(row.id)
        let isInBatch = Int.random(in: 0..<5) == 0
        let isBegun = await begin("deletion of \(row.id)", on: row.id) { [provider] path, _ in
            if isInBatch { try await provider.batch { try $0.delete(path) } } else { try await provider.delete(at: path) }
        }
        guard isBegun else { return }
        deleted.insert(row.id)
        write("deleted \(row.id)")
    }

    private func move(_ row: ListRow<Reading>, to other: String, in section: String) async {
        write("moving \(row.id) \(section)")
        moved[row.id] = nil
        // That of a batch names its one neighbour, and nothing to come beside in its place.
        let isInBatch = Int.random(in: 0..<2) == 0
        let isBegun = await begin("move of \(row.id)", on: row.id, beside: other) { [provider] path, target in
            if isInBatch {
                try await provider.batch { try $0.move(path, before: target) }
            } else {
                try await provider.move(from: path, to: target)
            }
        }
        guard isBegun else { return }
        write("moved \(row.id) \(section)")
        moved[row.id] = section
        guard section != "any" else { return }
        let isShown = await isShownAtOnce { provider.indexPath(of: row.id).map { provider.section(at: $0[0]).id } == section }
        if !isShown { ClientCrashChild.say("\(row.id) is not shown in \(section) at once") }
    }

    func write(_ line: String) { try? journal.write(contentsOf: Data((line + "\n").utf8)) }
}
