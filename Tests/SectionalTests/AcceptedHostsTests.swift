import Foundations
import Testing

@testable import sectional

@Suite("Hosts that a server answers to")
struct AcceptedHostsTests {
    private static func accepts(_ hosts: AcceptedHosts, _ value: String) -> Bool {
        Array(value.utf8).withUnsafeBytes { hosts.accepts($0) }
    }

    @Test(
        "loopback is its name and its addresses, with any port",
        arguments: [
            ("localhost", true), ("LocalHost", true), ("localhost:8080", true), ("localhost:", true), ("127.0.0.1", true),
            ("127.0.0.1:1", true), ("127.255.254.253:65535", true), ("[::1]", true), ("[::1]:8080", true),
            ("", false), (":8080", false), ("rebound.example", false), ("localhost.evil.example", false), ("evil.localhost", false),
            ("localhos", false), ("localhost:8080:80", false), ("localhost:x", false), ("127.0.0.1.evil.example", false),
            ("127.0.0", false), ("127.0.0.", false), ("127.0.0.256", false), ("127..0.1", false), ("127.0.0.1.1", false),
            ("128.0.0.1", false), ("10.0.0.1", false), ("1270.0.0.1", false), ("0127.0.0.1", false), ("[::1", false), ("[::2]", false),
            ("::1", false), ("[::1]x", false), ("1", false),
        ])
    func loopback(value: String, isAccepted: Bool) {
        #expect(Self.accepts(.loopback, value) == isAccepted)
        #expect(Self.accepts(.any, value))
    }

    @Test(
        "a pattern without a port takes any, one with a port that alone; letters count the same",
        arguments: [
            ("lists.example", true), ("lists.example:8080", true), ("LISTS.Example", true), ("a.b.internal", true), ("internal", false),
            ("other.example", false), ("other.example:81", true), ("other.example:82", false), ("lists.example.evil.example", false),
            ("[fd00::1]:443", true), ("", false),
        ])
    func patterns(value: String, isAccepted: Bool) {
        let patterns = ["lists.example", "*.internal", "other.example:81", "[fd00::1]"].map { NamePattern($0) }
        #expect(Self.accepts(.patterns(patterns), value) == isAccepted)
    }
}
