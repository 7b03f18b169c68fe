import Foundation
import SectionalClient
import TestSupport

/// A hand that edits the first rows of a section at random, and eyes that see whether a row ever shows less than was written to it.
///
/// The journal has a line before an edit and one when it is kept; from then on it is to be seen, over all lives of the app, whatever it is killed
/// in. Each value of a row is one more than the last: after `tried ID N` and `made ID N` the row shows N or more. After `deleting ID` and `deleted ID`
/// it is marked or gone. After `inserting ID` and `inserted ID` the server gets the item, once.
@MainActor
final class RandomEdits {
    private let provider: RemoteDataProvider<Reading>
    private let journal: FileHandle
    private let outboxes: URL
    private var tried: [String: Int] = [:]
    private var made: [String: Int] = [:]
    private var deleted: Set<String> = []
    private var insertions = 0
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
            case "deleted": deleted.insert(words[1])
            case "inserting": insertions += 1
            default: break
            }
        }
        let descriptor = open(url.path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        journal = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private var rows: [IndexPath] { (0..<provider.numberOfItems(in: 0)).map { [0, $0] } }

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
            return ClientCrashChild.say("settled " + shown.map { "\($0?.id ?? "")=\($0?.value?.n ?? -1)" }.joined(separator: " "))
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
            if value.n < least || value.n > most { ClientCrashChild.say("\(row.id) shows \(value.n), not \(least)...\(most)") }
            if deleted.contains(row.id), !row.isDeleted { ClientCrashChild.say("\(row.id) is shown, and was deleted") }
        }
    }

    private func edit() async {
        for path in rows.prefix(10) { _ = provider.row(at: path) }
        let there = rows.prefix(8).compactMap { provider.loadedRow(at: $0) }.filter { !$0.isDeleted }
        guard let row = there.randomElement(), let other = there.randomElement(), let value = row.value else { return }
        switch Int.random(in: 0..<100) {
        case 0..<10: await insert(before: row)
        case 10..<18 where rows.count > 20: await delete(row)
        case 18..<30 where other.id != row.id: await move(row, to: other)
        default: await write(value, to: row)
        }
        check()
    }

    /// Begins an edit of an item, which is kept on disk when its task waits for the first time.
    private func begin(_ what: String, on id: String, _ edit: @escaping @MainActor (IndexPath) async throws -> Void) async -> Bool {
        isKept = nil
        Task {
            // The rows may have moved since.
            guard let path = provider.indexPath(of: id), provider.loadedRow(at: path)?.isDeleted == false else { return isKept = false }
            isKept = true
            do { try await edit(path) } catch { ClientCrashChild.say("refused \(what): \(error)") }
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
        let isBegun = await begin("\(row.id) \(number)", on: row.id) { [provider] path in
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
        let isBegun = await begin("insertion of \(id)", on: row.id) { [provider] path in
            if isAfter {
                try await provider.insert(value, after: path, id: id)
            } else {
                try await provider.insert(value, at: path, id: id)
            }
        }
        if isBegun { write("inserted \(id)") }
    }

    private func delete(_ row: ListRow<Reading>) async {
        write("deleting \(row.id)")
        let isInBatch = Int.random(in: 0..<5) == 0
        let isBegun = await begin("deletion of \(row.id)", on: row.id) { [provider] path in
            if isInBatch { try await provider.batch { try $0.delete(path) } } else { try await provider.delete(at: path) }
        }
        guard isBegun else { return }
        deleted.insert(row.id)
        write("deleted \(row.id)")
    }

    private func move(_ row: ListRow<Reading>, to other: ListRow<Reading>) async {
        write("moving \(row.id)")
        let isInBatch = Int.random(in: 0..<5) == 0
        _ = await begin("move of \(row.id)", on: row.id) { [provider] path in
            guard let target = provider.indexPath(of: other.id), provider.loadedRow(at: target)?.isDeleted == false else { return }
            if isInBatch {
                try await provider.batch { try $0.move(path, before: target) }
            } else {
                try await provider.move(from: path, to: target)
            }
        }
    }

    private func write(_ line: String) { try? journal.write(contentsOf: Data((line + "\n").utf8)) }
}
