import Following
import Dispatch
import JSON
import Lists
import Ports
import StoreSuite
import Synchronization
import Testing

@Suite("The notifier of followers")
struct ListNotifierTests {
    /// Counts its notifications.
    private final class Counter: Follower {
        struct Calls: Equatable {
            var changes = 0
            var times = 0
            var stops = 0
        }

        let calls = Mutex(Calls())
        private let told = DispatchSemaphore(value: 0)

        func listChanged() { count { $0.changes += 1 } }
        func timeCame() { count { $0.times += 1 } }
        func notifierStopped() { count { $0.stops += 1 } }

        /// Waits for one more notification.
        func wait() throws {
            guard told.wait(timeout: .now() + .seconds(60)) == .success else { throw NothingCame() }
        }

        private func count(_ change: (inout Calls) -> Void) {
            calls.withLock { change(&$0) }
            told.signal()
        }
    }

    private struct NothingCame: Error {}

    private let store = MemoryListStore(
        versions: 16, describeList: { _ in [] }, now: { 0 }, makeIdentifiers: { SystemSources.identifiers() })

    private func id(_ text: String) throws -> ListID { try #require(ListID(text)) }

    private func put(_ list: String, _ value: Int) throws {
        let items = [ItemDraft(value: JSONText(verbatim: "\(value)"))]
        let draft = ListDraft(properties: nil, sections: [SectionDraft(items: items)])
        store.replace(try id(list), with: .draft(draft), begin: { _ in nil as Void? }, finish: { _, _ in }, completion: { _ in })
    }

    @Test("notifies those who follow a list, once what was committed to it is prepared, and nobody else")
    func changes() throws {
        let prepared = Mutex<[Int64]>([])
        let notifier = ListNotifier.observing(store) { commit in prepared.withLock { $0.append(commit.version ?? 0) } }
        defer { notifier.stop() }
        let (one, two, other) = (Counter(), Counter(), Counter())
        for follower in [one, two] { #expect(notifier.follow([try id("a"), try id("b")], follower)) }
        #expect(notifier.follow([try id("c")], other))
        #expect(notifier.followerCount == 3)
        try put("a", 1)
        try one.wait()
        try two.wait()
        #expect(prepared.withLock { $0 } == [1])
        #expect(!notifier.isPreparing(try id("a")))
        try put("nobody", 1)
        notifier.leave([try id("a"), try id("b")], two)
        try put("b", 1)
        try one.wait()
        #expect(prepared.withLock { $0 } == [1, 1])
        #expect(two.calls.withLock { $0 } == .init(changes: 1) && other.calls.withLock { $0 } == .init())
    }

    @Test("notifies of topics: an interaction wakes no follower of versions, and nothing is prepared for followers of the newest version")
    func topics() throws {
        let prepared = Mutex<[Int64]>([])
        let notifier = ListNotifier.observing(store) { commit in prepared.withLock { $0.append(commit.version ?? 0) } }
        defer { notifier.stop() }
        let (versions, newest, interactions) = (Counter(), Counter(), Counter())
        let list = try id("a")
        try put("a", 1)
        #expect(notifier.follow([list], newest, of: .newestVersion) && notifier.follow([list], interactions, of: .interactions))
        try put("a", 2)
        try newest.wait()
        #expect(prepared.withLock { $0 } == [])
        store.write(list) {
            _ = try $0.record(.itemSelected) { _ in [] }
        } completion: { _ in
        }
        try interactions.wait()
        #expect(newest.calls.withLock { $0 } == .init(changes: 1) && interactions.calls.withLock { $0 } == .init(changes: 1))
        #expect(notifier.follow([list], versions))
        try put("a", 3)
        try versions.wait()
        try newest.wait()
        #expect(prepared.withLock { $0 } == [3])
        store.write(list) {
            try $0.delete()
        } completion: { _ in
        }
        for follower in [versions, newest, interactions] { try follower.wait() }
        #expect(interactions.calls.withLock { $0 } == .init(changes: 2))
        notifier.leave([list], interactions, of: .interactions)
        notifier.leave([list], newest, of: .newestVersion)
        #expect(notifier.followerCount == 1)
    }

    @Test("keeps what was committed readable until it is prepared, and forgets no list where more comes than it keeps")
    func overflow() throws {
        let gate = DispatchSemaphore(value: 0)
        let seen = Mutex<[Int]>([])
        let notifier = ListNotifier.observing(store) { commit in
            if commit.version == 1 { gate.wait() }
            guard case .version(let new, let old?) = commit.change else { return }
            let count = (try? new.changes(since: old, limit: 10))??.operationCount
            seen.withLock { $0.append(count ?? -1) }
        }
        defer { notifier.stop() }
        let (follower, late) = (Counter(), Counter())
        #expect(try notifier.follow([id("a")], follower) && notifier.follow([id("b")], late))
        try put("a", 0)
        try put("a", 1)
        #expect(notifier.isPreparing(try id("a")))
        store.write(try id("a")) {
            try $0.delete()
        } completion: { _ in
        }
        for value in 0..<2_000 { try put("a", value) }
        try put("b", 0)
        gate.signal()
        try follower.wait()
        try late.wait()
        #expect(seen.withLock { $0.first } == 2)
        #expect(late.calls.withLock { $0.changes } >= 1)
    }

    @Test("reminds in the order of time, each once, and says when it stops")
    func time() throws {
        let notifier = ListNotifier.observing(store) { _ in }
        let followers = (0..<50).map { _ in Counter() }
        let never = Counter()
        #expect(notifier.follow([try id("a")], never))
        notifier.remind(never, in: 3_600)
        for (index, follower) in followers.enumerated() { notifier.remind(follower, in: Double((index * 7) % 50) / 1_000) }
        for follower in followers { try follower.wait() }
        #expect(followers.allSatisfy { $0.calls.withLock { $0 } == .init(times: 1) })
        notifier.stop()
        #expect(never.calls.withLock { $0 } == .init(stops: 1))
        #expect(try !notifier.follow([id("a")], never) && notifier.followerCount == 0)
    }
}
