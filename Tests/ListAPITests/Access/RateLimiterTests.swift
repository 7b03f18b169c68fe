import HTTPServing
import TestSupport
import Testing

@testable import ListAPI

@Suite("Counting requests")
struct RateLimiterTests {
    private static func limiter(_ requests: Double, burst: Int) -> (RateLimiter, TestClock) {
        let clock = TestClock()
        var limit = RateLimit()
        (limit.requests, limit.burst) = (requests, burst)
        return (RateLimiter(limit) { clock.nanoseconds }, clock)
    }

    @Test("a burst goes through at once, then as many as the rate has, and a rest gives the burst again")
    func bucket() {
        let (limiter, clock) = Self.limiter(2, burst: 5)
        let key = RateKey.token("a")
        for _ in 0..<5 { #expect(limiter.wait(for: key) == nil) }
        #expect(limiter.wait(for: key) == 1 && limiter.wait(for: key) == 1)
        #expect(limiter.wait(for: .token("b")) == nil, "another sender has a bucket of its own")
        clock.advance(seconds: 0.5)
        #expect(limiter.wait(for: key) == nil && limiter.wait(for: key) == 1)
        clock.advance(seconds: 60)
        for _ in 0..<5 { #expect(limiter.wait(for: key) == nil) }
        #expect(limiter.wait(for: key) == 1)
    }

    @Test("over a long time no more go through than the rate and one burst", arguments: [(0.1, 1), (3.0, 2), (50.0, 0), (1_000.0, 100)])
    func rate(requests: Double, burst: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let (limiter, clock) = Self.limiter(requests, burst: burst)
        var (passed, seconds) = (0, 0.0)
        for _ in 0..<20_000 {
            let rest = Double.random(in: 0...(0.5 / requests), using: &random)
            clock.advance(seconds: rest)
            seconds += rest
            if limiter.wait(for: .token("a")) == nil { passed += 1 }
        }
        let size = burst > 0 ? Double(burst) : max(1, requests)
        #expect(Double(passed) <= requests * seconds + size + 1, "seed \(seed)")
        #expect(Double(passed) >= requests * seconds * 0.75 - 1, "seed \(seed)")
    }

    @Test("the wait that is named is long enough, and no longer than it must be")
    func retryAfter() throws {
        let (limiter, clock) = Self.limiter(0.25, burst: 1)
        #expect(limiter.wait(for: .token("a")) == nil)
        let wait = try #require(limiter.wait(for: .token("a")))
        #expect(wait == 4)
        clock.advance(seconds: Double(wait))
        #expect(limiter.wait(for: .token("a")) == nil)
    }

    @Test("what it holds is bounded, however many senders come, and a sender's count survives a turn of generations")
    func bounded() {
        let (limiter, clock) = Self.limiter(1, burst: 2)
        #expect(limiter.wait(for: .network(PeerAddress(version4: 1))) == nil)
        #expect(limiter.wait(for: .network(PeerAddress(version4: 1))) == nil)
        for number in 0..<(3 * RateLimiter.generationSize) {
            #expect(limiter.wait(for: .network(PeerAddress(version4: UInt32(number + 10)))) == nil)
            if number == RateLimiter.generationSize { #expect(limiter.wait(for: .network(PeerAddress(version4: 1))) == 1) }
        }
        #expect(limiter.count <= 2 * RateLimiter.generationSize)
        clock.advance(seconds: 10)
        #expect(limiter.wait(for: .token("a")) == nil)
        clock.advance(seconds: 10)
        #expect(limiter.wait(for: .token("a")) == nil)
        #expect(limiter.count <= 2)
    }
}
