@testable import Following
import CellTypes
import Dispatch
import JSON
import Lists
import Ports
import StoreSuite
import Synchronization
import Testing

@Suite("Events that are handed to followers")
struct EventRunTests {
    /// Keeps what it is handed.
    private final class Keeper: Follower {
        let notes = Mutex<[String]>([])
        private let told = DispatchSemaphore(value: 0)

        func listChanged() { add("look") }
        func listChanged(_ events: EventRun) { add("\(events.before)-\(events.version) \(String(decoding: events.bytes, as: UTF8.self))") }
        func timeCame() {}
        func notifierStopped() {}

        private func add(_ note: String) {
            notes.withLock { $0.append(note) }
            told.signal()
        }

        func next() throws -> String {
            try #require(told.wait(timeout: .now() + .seconds(60)) == .success)
            return notes.withLock { $0.removeFirst() }
        }
    }

    private let store = MemoryListStore(
        versions: 16, describeList: { _ in [] }, now: { 0 }, makeIdentifiers: { SystemSources.identifiers() })
    private let kind = EventKind(accepted: nil, operations: 500)

    private func id() throws -> ListID { try #require(ListID("a")) }

    private func put(_ value: Int) throws {
        let draft = ListDraft(properties: nil, sections: [SectionDraft(items: [ItemDraft(value: JSONText(verbatim: "\(value)"))])])
        store.replace(try id(), with: .draft(draft), begin: { _ in nil as Void? }, finish: { _, _ in }, completion: { _ in })
    }

    private func delete() throws {
        store.write(try id()) {
            try $0.delete()
        } completion: { _ in
        }
    }

    private func text(_ commit: ListCommit, _ kind: EventKind) -> [UInt8]? {
        commit.version.map { Array("\(kind.operations):\($0);".utf8) }
    }

    @Test("are made once for each kind, and an end is to be looked for")
    func kinds() throws {
        let made = Mutex<[String]>([])
        let notifier = ListNotifier.observing(store, prepare: { _ in }) { commit, kind in
            made.withLock { $0.append("\(kind.operations):\(commit.version ?? 0)") }
            return text(commit, kind)
        }
        defer { notifier.stop() }
        let (one, two, other, plain) = (Keeper(), Keeper(), Keeper(), Keeper())
        for follower in [one, two] { #expect(notifier.follow([try id()], follower, of: .events(kind))) }
        #expect(notifier.follow([try id()], other, of: .events(EventKind(accepted: nil, operations: 7))))
        #expect(notifier.follow([try id()], plain))
        try put(1)
        #expect(try [one, two].map { try $0.next() } == ["0-1 500:1;", "0-1 500:1;"])
        #expect(try other.next() == "0-1 7:1;")
        #expect(try plain.next() == "look")
        #expect(made.withLock { $0.sorted() } == ["500:1", "7:1"])
        notifier.leave([try id()], two, of: .events(kind))
        try delete()
        #expect(try one.next() == "look")
        #expect(two.notes.withLock { $0 } == [])
    }

    @Test("of several versions are one run, which ends where they do not follow each other or get long")
    func runs() throws {
        let commits = Mutex<[ListCommit]>([])
        store.onCommit { commit in commits.withLock { $0.append(commit) } }
        for value in 1...4 { try put(value) }
        try delete()
        let all = commits.withLock { $0 }
        func run(_ commits: [ListCommit], incomplete: Set<ListID> = [], bytes: Int? = nil) throws -> String? {
            var runs = EventRuns(kinds: [try id(): [kind]], incomplete: incomplete)
            for commit in commits { runs.add(commit) { bytes.map { Array(repeating: 0, count: $0) } ?? text($0, $1) } }
            return runs.run(of: try id(), kind).map {
                "\($0.before)-\($0.version) " + (bytes == nil ? String(decoding: $0.bytes, as: UTF8.self) : "\($0.bytes.count)")
            }
        }
        #expect(try run(Array(all[0..<4])) == "0-4 500:1;500:2;500:3;500:4;")
        #expect(try run([all[1], all[2]]) == "1-3 500:2;500:3;")
        #expect(try run([all[0], all[2]]) == nil)
        #expect(try run([all[3], all[4]]) == nil)
        #expect(try run([all[0]], incomplete: [id()]) == nil)
        #expect(try run([all[0]], bytes: 2 * EventRuns.byteLimit) == "0-1 \(2 * EventRuns.byteLimit)")
        #expect(try run([all[0], all[1]], bytes: EventRuns.byteLimit) == nil)
    }

    @Test("are made for a bounded number of kinds; followers of further ones look")
    func bound() throws {
        let made = Atomic<Int>(0)
        let notifier = ListNotifier.observing(store, prepare: { _ in }) { commit, kind in
            made.wrappingAdd(1, ordering: .relaxed)
            return text(commit, kind)
        }
        defer { notifier.stop() }
        let followers = (0..<(EventRuns.kindLimit + 5)).map { _ in Keeper() }
        for (index, follower) in followers.enumerated() {
            #expect(notifier.follow([try id()], follower, of: .events(EventKind(accepted: nil, operations: index + 1))))
        }
        try put(1)
        let notes = try followers.map { try $0.next() }
        #expect(notes.count { $0 == "look" } == 5 && made.load(ordering: .relaxed) == EventRuns.kindLimit)
    }
}
