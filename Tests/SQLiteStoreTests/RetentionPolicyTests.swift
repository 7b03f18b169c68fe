import SQLiteStore
import Testing

@Suite("A history's oldest version")
struct RetentionPolicyTests {
    /// Versions a second apart, ten bytes each.
    private func fact(_ version: Int64) -> VersionFact? {
        VersionFact(time: version * 1000, bytes: 10)
    }

    private func oldest(_ policy: RetentionPolicy, oldest: Int64 = 1, head: Int64, now: Int64, limit: Int = .max) -> VersionHistory {
        var history = VersionHistory(oldest: oldest, head: head, bytes: (head - oldest) * 10)
        policy.release(&history, now: now, limit: limit, fact: fact)
        return history
    }

    @Test("stays while all versions are among the last")
    func keepsLast() {
        #expect(oldest(RetentionPolicy(versions: 100, seconds: 0), head: 100, now: .max).oldest == 1)
        #expect(oldest(RetentionPolicy(versions: 100, seconds: 0), head: 101, now: .max).oldest == 2)
    }

    @Test("leaves what is young, counted from when a version stopped being the head")
    func keepsYoung() {
        let policy = RetentionPolicy(versions: 20, seconds: 60)
        // Version 40 stopped being the head at 41 s.
        #expect(oldest(policy, head: 200, now: 101_000).oldest == 41)
        #expect(oldest(policy, head: 200, now: 100_999).oldest == 40)
        #expect(oldest(policy, head: 200, now: 0).oldest == 1)
    }

    @Test("rises over versions that take too many bytes, whatever their age")
    func boundsBytes() {
        let history = oldest(RetentionPolicy(versions: 1000, seconds: 3600, bytes: 505), head: 200, now: 0)
        #expect(history.bytes == 500)
        #expect(history.oldest == 150)
    }

    @Test("never rises over the last sixteen")
    func keepsSixteen() {
        #expect(oldest(RetentionPolicy(versions: 1, seconds: 0, bytes: 0), head: 200, now: .max).oldest == 185)
        #expect(oldest(RetentionPolicy(versions: 1, seconds: 0, bytes: 0), head: 16, now: .max).oldest == 1)
    }

    @Test("rises no further than it is let")
    func isLimited() {
        #expect(oldest(RetentionPolicy(versions: 1, seconds: 0), head: 200, now: .max, limit: 7).oldest == 8)
    }

    @Test("goes on from where it was, and stops at a version that is not there")
    func goesOn() {
        #expect(oldest(RetentionPolicy(versions: 50, seconds: 0), oldest: 120, head: 200, now: .max).oldest == 151)
        var history = VersionHistory(oldest: 1, head: 200, bytes: 0)
        #expect(RetentionPolicy(versions: 1, seconds: 0).release(&history, now: 0, limit: 9) { _ in nil } == 0)
        #expect(history.oldest == 1)
    }
}
