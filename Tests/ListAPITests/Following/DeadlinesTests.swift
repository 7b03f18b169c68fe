@testable import Following
import Testing

@Suite("Deadlines")
struct DeadlinesTests {
    private final class Named: Follower {
        let time: UInt64
        init(_ time: UInt64) { self.time = time }
        func listChanged() {}
        func timeCame() {}
        func notifierStopped() {}
    }

    @Test("come out in the order of time, whatever the order in which they went in, and none before its time")
    func order() {
        var deadlines = Deadlines()
        let times = (0..<500).map { _ in UInt64.random(in: 0..<200) }
        for time in times { deadlines.insert(Named(time), at: time) }
        #expect(deadlines.earliest == times.min())
        var taken: [UInt64] = []
        for now: UInt64 in [0, 50, 100, 300] {
            while let follower = deadlines.take(until: now) as? Named {
                #expect(follower.time <= now)
                taken.append(follower.time)
            }
            #expect(deadlines.earliest ?? .max > now)
        }
        #expect(taken == times.sorted() && deadlines.earliest == nil)
    }
}
