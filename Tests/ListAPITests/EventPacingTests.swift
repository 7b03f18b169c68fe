import Testing

@testable import ListAPI

@Suite("The pace of event streams")
struct EventPacingTests {
    private static let millisecond: UInt64 = 1_000_000

    @Test("opens a list again after the interval and at most an eighth of it, whatever the time, and no list for another")
    func openings() {
        var random = SystemRandomNumberGenerator()
        for interval in [100, 333, 60_000] {
            var pacing = EventPacing(milliseconds: interval, lists: 2)
            var now = UInt64.random(in: 0..<1 << 60, using: &random)
            for _ in 0..<1_000 {
                #expect(pacing.isOpen(0, at: now) && pacing.isOpen(1, at: now))
                pacing.send(0, at: now)
                let length = UInt64(interval) * Self.millisecond
                #expect(!pacing.isOpen(0, at: now) && !pacing.isOpen(0, at: now + length - 1) && pacing.isOpen(1, at: now))
                #expect(pacing.isOpen(0, at: now + length + length / 8))
                now += length + length / 8 + UInt64.random(in: 0..<length, using: &random)
            }
        }
    }

    @Test("brings readers who were sent an event at about the same time together")
    func together() {
        var openings: Set<UInt64> = []
        for reader: UInt64 in 0..<1_000 {
            var pacing = EventPacing(milliseconds: 1_000, lists: 1)
            // All within one interval.
            let now = 7_000_000_000 + reader * Self.millisecond
            pacing.send(0, at: now)
            openings.insert(pacing.wakeUp(for: 0, at: now) ?? 0)
        }
        #expect((1...9).contains(openings.count))
    }

    @Test("asks for one wake-up at a time, an earlier one where a list opens earlier, and again when that is over")
    func wakeUps() {
        var pacing = EventPacing(milliseconds: 800, lists: 2)
        func time(_ milliseconds: UInt64) -> UInt64 { (10_000 + milliseconds) * Self.millisecond }
        pacing.send(1, at: time(500))
        #expect(pacing.wakeUp(for: 1, at: time(600)) == time(1_300))
        #expect(pacing.wakeUp(for: 1, at: time(601)) == nil)
        pacing.send(0, at: time(0))
        #expect(pacing.wakeUp(for: 0, at: time(600)) == time(800))
        #expect(pacing.wakeUp(for: 1, at: time(600)) == nil)
        #expect(pacing.wakeUp(for: 1, at: time(800)) == time(1_300))
        #expect(pacing.wakeUp(for: 0, at: time(800)) == nil)
    }
}
