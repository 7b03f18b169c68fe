import SQLiteStore
import Testing

@Suite("A history's floor")
struct RetentionPolicyTests {
    /// Versions a second apart, ten bytes each.
    private func fact(_ version: Int64) -> VersionFact? {
        VersionFact(time: version * 1000, bytes: 10)
    }

    private func floor(_ policy: RetentionPolicy, floor: Int64 = 1, head: Int64, now: Int64, limit: Int = .max) -> VersionHistory {
        var history = VersionHistory(floor: floor, head: head, bytes: (head - floor) * 10)
        policy.release(&history, now: now, limit: limit, fact: fact)
        return history
    }

    @Test("stays while all versions are among the last")
    func keepsLast() {
        #expect(floor(RetentionPolicy(versions: 100, seconds: 0), head: 100, now: .max).floor == 1)
        #expect(floor(RetentionPolicy(versions: 100, seconds: 0), head: 101, now: .max).floor == 2)
    }

    @Test("leaves what is young, counted from when a version stopped being the head")
    func keepsYoung() {
        let policy = RetentionPolicy(versions: 20, seconds: 60)
        // Version 40 stopped being the head at 41 s.
        #expect(floor(policy, head: 200, now: 101_000).floor == 41)
        #expect(floor(policy, head: 200, now: 100_999).floor == 40)
        #expect(floor(policy, head: 200, now: 0).floor == 1)
    }

    @Test("rises over versions that take too many bytes, whatever their age")
    func boundsBytes() {
        let history = floor(RetentionPolicy(versions: 1000, seconds: 3600, bytes: 505), head: 200, now: 0)
        #expect(history.bytes == 500)
        #expect(history.floor == 150)
    }

    @Test("never rises over the last sixteen")
    func keepsSixteen() {
        #expect(floor(RetentionPolicy(versions: 1, seconds: 0, bytes: 0), head: 200, now: .max).floor == 185)
        #expect(floor(RetentionPolicy(versions: 1, seconds: 0, bytes: 0), head: 16, now: .max).floor == 1)
    }

    @Test("rises no further than it is let")
    func isLimited() {
        #expect(floor(RetentionPolicy(versions: 1, seconds: 0), head: 200, now: .max, limit: 7).floor == 8)
    }

    @Test("goes on from where it was, and stops at a version that is not there")
    func goesOn() {
        #expect(floor(RetentionPolicy(versions: 50, seconds: 0), floor: 120, head: 200, now: .max).floor == 151)
        var history = VersionHistory(floor: 1, head: 200, bytes: 0)
        #expect(RetentionPolicy(versions: 1, seconds: 0).release(&history, now: 0, limit: 9) { _ in nil } == 0)
        #expect(history.floor == 1)
    }
}
