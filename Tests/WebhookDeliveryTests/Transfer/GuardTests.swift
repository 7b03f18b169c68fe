import Foundation
import Synchronization
import TestSupport
import Testing
import Webhooks

@testable import WebhookDelivery

@Suite("The guard of addresses")
struct GuardTests {
    @Test(
        "no spelling of loopback is connected to",
        arguments: [
            "127.0.0.1", "[::1]", "localhost", "0.0.0.0", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "017700000001", "127.1",
        ])
    func noSpellingOfLoopbackIsConnectedTo(host: String) throws {
        let receiver = try Receiver()
        let end = try TransferRun(allowing: []).post(receiver.url("/ok", host: host))
        #expect(end.failure?.contains("not globally reachable") == true, "\(end)")
        #expect(try receiver.deliveries().isEmpty)
    }

    @Test("what is allowed is connected to") func whatIsAllowedIsConnectedTo() throws {
        let receiver = try Receiver()
        #expect(try TransferRun(allowing: ["127.0.0.1/32"]).post(receiver.url("/ok", host: "127.1")).status == 200)
        #expect(try TransferRun(allowing: ["127.0.0.2/32"]).post(receiver.url("/ok")).status == nil)
    }

    /// A name that led to a public address when the webhook was registered, and leads to this machine when it is called.
    @Test("the address that is connected to counts") func theAddressThatIsConnectedToCounts() throws {
        let receiver = try Receiver()
        let name = "localhost"
        let registered = SystemResolver(threadLimit: 1, timeout: .seconds(5)) { _ in [IPAddress("93.184.215.14")].compactMap { $0 } }
        let addresses = try answer(of: registered, for: name)
        #expect(addresses.count == 1)
        #expect(addresses.allSatisfy { AddressGuard(allowing: []).refusal(of: $0) == nil })
        let end = try TransferRun(allowing: []).post(receiver.url("/ok", host: name))
        #expect(end.failure?.contains("not globally reachable") == true)
        #expect(try receiver.deliveries().isEmpty)
    }

    @Test("the environments proxies are ignored") func theEnvironmentsProxiesAreIgnored() throws {
        let receiver = try Receiver()
        let proxy = try Receiver()
        let names = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]
        for name in names { setenv(name, "http://127.0.0.1:\(proxy.port)", 1) }
        defer { for name in names { unsetenv(name) } }
        #expect(try TransferRun().post(receiver.url("/ok")).status == 200)
        #expect(try receiver.deliveries().count == 1)
        #expect(try proxy.deliveries().isEmpty)
    }
}

/// Asks a resolver, and waits for the answer.
func answer(of resolver: SystemResolver, for host: String) throws -> [IPAddress] {
    let answer = AnswerBox()
    resolver.resolve(host) { addresses in answer.addresses.withLock { $0 = addresses } }
    try eventually("the resolver answers") { answer.addresses.withLock { $0 != nil } }
    return answer.addresses.withLock { $0 ?? [] }
}

private final class AnswerBox: Sendable {
    let addresses = Mutex<[IPAddress]?>(nil)
}
