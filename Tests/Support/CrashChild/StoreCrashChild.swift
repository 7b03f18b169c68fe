import Dispatch
import Foundation
import JSON
import Lists
import Logging
import Ports
import SQLiteStore
import StoreSuite
import Synchronization
import TestSupport

/// Writes to a store until it is killed, and prints a line for each write that was acknowledged: what it did, the list, the version, and
/// what stands where in it.
struct StoreCrashChild {
    /// The lists written to.
    static let names = ["a", "b", "c"]

    static func main(_ arguments: [String]) throws {
        guard arguments.count == 2, let seed = UInt64(arguments[1]) else { exit(2) }
        var configuration = SQLiteStoreConfiguration(path: arguments[0])
        // Everything happens often: versions go, the log is moved and starts again.
        configuration.retention = RetentionPolicy(versions: 40, seconds: 0)
        configuration.collectionInterval = 0.005
        configuration.checkpointPages = 40
        configuration.logLimit = 400_000
        configuration.nodeCacheBytes = 100_000
        configuration.shortReplacement = 200
        configuration.shortView = 100
        configuration.stagedRows = 64
        let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) }
        let logger = Logger(label: "crash") { StreamLogHandler.standardError(label: $0) }
        let store = try SQLiteListStore(configuration: configuration, logger: logger, describeList: ConformanceCheck.describe, now: now) {
            UUIDv7Source(now: now, random: { .random(in: .min ... .max) })
        }
        say("ready")
        let room = DispatchSemaphore(value: 12)
        var random = SeededGenerator(seed: seed)
        while true {
            room.wait()
            let change = Change(&random)
            guard let id = ListID(change.list) else { exit(2) }
            let completion: @Sendable (Result<String?, any Error>) -> Void = { result in
                switch result {
                case .success(let line?): say(line)
                case .success(nil): break
                case .failure(let error): say("failed \(error)")
                }
                room.signal()
            }
            if let view = change.view {
                let properties = ListProperties(view: change.definition)
                store.replace(
                    view, with: .change { $0.setProperties(properties) }, begin: { _ in nil },
                    finish: { "defined \(view) \($1.snapshot.version) \(change.order)" }, completion: completion)
            } else if change.isUpload {
                store.replace(
                    id, with: .upload(try change.upload(to: store)), begin: { _ in nil },
                    finish: { change.replaced(at: $1.snapshot.version) }, completion: completion)
            } else if change.isRevert {
                let target = Shared<ListSnapshot?>(nil)
                store.replace(
                    id, with: .change { edit in if let target = target.value { try edit.revert(to: target) } },
                    begin: { transaction in
                        target.value = try change.target(transaction)
                        return target.value == nil ? .some(nil) : nil
                    }, finish: { change.reverted(to: $1.snapshot) }, completion: completion)
            } else if change.isReplacement {
                store.replace(
                    id, with: .draft(change.content.draft), begin: { _ in nil },
                    finish: { change.replaced(at: $1.snapshot.version) }, completion: completion)
            } else {
                store.write(id, change.apply, completion: completion)
            }
        }
    }

    /// Prints a line with one call, so that lines are whole.
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}

/// One write of any kind.
struct Change: Sendable {
    let list: String
    private let kind: UInt64
    private let serial: UInt64

    init(_ random: inout SeededGenerator) {
        list = StoreCrashChild.names[Int(random.next() % 3)]
        kind = random.next() % 100
        serial = random.next() % 1_000_000_000
    }

    /// Whether it replaces the list by what was uploaded before.
    var isUpload: Bool { kind < 2 }

    /// Whether it returns the list to an earlier version, as a long write.
    var isRevert: Bool { kind == 5 }

    /// Whether it replaces the list by a document.
    var isReplacement: Bool { kind < 6 }

    /// The view that it defines anew, beside the writer; `nil` where it is no definition.
    var view: ListID? { kind == 50 || kind == 51 ? ListID("view-\(list)") : nil }

    /// The order of the items of that view.
    var order: String { serial % 2 == 0 ? "ascending" : "descending" }

    /// The definition of that view.
    var definition: ViewText? {
        ListID(list).map { ViewText(of: $0, text: JSONText(verbatim: Self.definition(of: list, order))) }
    }

    static func definition(of list: String, _ order: String) -> String {
        "{\"of\":\"\(list)\",\"sortBy\":[{\"value\":\"\",\"order\":\"\(order)\"}]}"
    }

    /// Makes the change, and says what it made.
    func apply(_ transaction: any ListTransaction) throws -> String? {
        guard let current = transaction.current else { return try replace(transaction) }
        if kind < 8 { return "deleted \(list) \(try transaction.delete())" }
        if kind < 30 { return try record(transaction) }
        if kind < 40, let target = try target(transaction) {
            let edit = try transaction.edit()
            guard try edit.revert(to: target, limit: .max) else { return nil }
            return reverted(to: try transaction.commit(edit))
        }
        guard current.itemCount > 0 else { return try replace(transaction) }
        let edit = try transaction.edit()
        let row = Int(serial % UInt64(current.itemCount))
        let placed = try current.items(in: row..<row + 1)
        guard let place = placed.first?.indexPath else { return nil }
        try edit.updateItem(at: place, value: JSONText(verbatim: "\"\(serial)\""))
        return "updated \(list) \(try transaction.commit(edit).version) \(row) \(serial)"
    }

    /// One of the last versions that there are; `nil` where there is no list, or where that version has gone.
    func target(_ transaction: any ListTransaction) throws -> ListSnapshot? {
        guard let current = transaction.current else { return nil }
        do {
            return try transaction.snapshot(at: max(1, current.version - Int64(serial % 20)))
        } catch let error as ListError where error.code == .versionGone {
            return nil
        }
    }

    /// The line of the output about a revert.
    func reverted(to snapshot: ListSnapshot) -> String { "replaced \(list) \(snapshot.version) \(snapshot.itemCount)" }

    /// Records an interaction, some with a change of the list.
    private func record(_ transaction: any ListTransaction) throws -> String {
        if kind < 12 { _ = try replace(transaction) }
        var sequence: Int64 = 0
        _ = try transaction.record(.itemSelected) { interaction in
            sequence = interaction.sequence
            return Array("\(serial)".utf8)
        }
        return "recorded \(list) \(sequence) \(serial)"
    }

    private func replace(_ transaction: any ListTransaction) throws -> String {
        let edit = try transaction.edit()
        try edit.replace(with: content.draft)
        return replaced(at: try transaction.commit(edit).version)
    }

    /// The list as a replacement leaves it.
    var content: ListModel {
        let start = Int(serial % 50)
        let items = (start..<start + Int(serial % 700)).map { ListModel.Item("i\($0)", "\($0)") }
        let cut = items.count / 3
        return ListModel([.init("s", items: Array(items[..<cut])), .init("t", items: Array(items[cut...]))])
    }

    /// What is said of a replacement.
    func replaced(at version: Int64) -> String { "replaced \(list) \(version) \(serial % 700)" }

    /// The content, piece by piece.
    func upload(to store: SQLiteListStore) throws -> any ListUpload {
        let upload = try store.makeUpload()
        for section in content.draft.sections {
            try upload.add(.section(SectionDraft(id: section.id)), line: 1)
            for item in section.items { try upload.add(.item(item), line: 1) }
        }
        return upload
    }
}

/// A value that two closures share, one after the other.
private final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: sending Value) {
        state = Mutex(value)
    }

    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
