import Dispatch
import Synchronization
import TestSupport
import Testing
import Webhooks

@testable import WebhookDelivery

@Suite("The resolver")
struct ResolverTests {
    @Test("the systems addresses are found") func theSystemsAddressesAreFound() throws {
        let loopback = try answer(of: SystemResolver(), for: "localhost")
        #expect(loopback.contains { $0 == IPAddress("127.0.0.1") || $0 == IPAddress("::1") })
        #expect(Set(loopback).count == loopback.count)
        #expect(try answer(of: SystemResolver(), for: "192.0.2.7") == [IPAddress("192.0.2.7")])
    }

    @Test("a name that does not resolve has none") func aNameThatDoesNotResolveHasNone() throws {
        #expect(try answer(of: SystemResolver(), for: "nowhere.invalid").isEmpty)
        #expect(try answer(of: SystemResolver(), for: "").isEmpty)
    }

    @Test("a slow look up is answered in time and holds one thread") func aSlowLookUpIsAnsweredInTimeAndHoldsOneThread() throws {
        let gate = DispatchSemaphore(value: 0)
        let running = Atomic<Int>(0)
        let most = Atomic<Int>(0)
        let resolver = SystemResolver(threadLimit: 2, timeout: .seconds(2)) { _ in
            most.max(running.wrappingAdd(1, ordering: .relaxed).newValue, ordering: .relaxed)
            gate.wait()
            running.wrappingSubtract(1, ordering: .relaxed)
            return [IPAddress("192.0.2.1")].compactMap { $0 }
        }
        let answered = Atomic<Int>(0)
        let found = Atomic<Int>(0)
        for number in 0..<20 {
            resolver.resolve("host\(number)") { addresses in
                answered.wrappingAdd(1, ordering: .relaxed)
                found.wrappingAdd(addresses.count, ordering: .relaxed)
            }
        }
        try eventually("all are answered") { answered.load(ordering: .relaxed) == 20 }
        #expect(found.load(ordering: .relaxed) == 0)
        #expect(most.load(ordering: .relaxed) == 2)
        for _ in 0..<2 { gate.signal() }
        try eventually("the late ones have ended") { running.load(ordering: .relaxed) == 0 }
        // What nobody waits for any more is not looked up, and a late answer is not a second one.
        #expect(answered.load(ordering: .relaxed) == 20)
        gate.signal()
        #expect(try answer(of: resolver, for: "later") == [IPAddress("192.0.2.1")])
    }

    @Test("more than can wait find nothing") func moreThanCanWaitFindNothing() throws {
        let gate = DispatchSemaphore(value: 0)
        let resolver = SystemResolver(threadLimit: 1, timeout: .seconds(60)) { _ in
            gate.wait()
            return []
        }
        let answered = Atomic<Int>(0)
        for number in 0..<300 { resolver.resolve("host\(number)") { _ in answered.wrappingAdd(1, ordering: .relaxed) } }
        #expect(answered.load(ordering: .relaxed) >= 40)
        for _ in 0..<300 { gate.signal() }
        try eventually("all are answered") { answered.load(ordering: .relaxed) == 300 }
    }
}
