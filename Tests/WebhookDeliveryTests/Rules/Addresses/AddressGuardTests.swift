import Testing
@testable import Webhooks

@Suite("The guard of addresses")
struct AddressGuardTests {
    @Test(
        "refuses each block of version 4 from its first address to its last, and not what is beside it",
        arguments: [
            ("this network", "0.0.0.0", "0.255.255.255", nil, "1.0.0.0"),
            ("private", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"),
            ("carriers", "100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"),
            ("loopback", "127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"),
            ("link-local", "169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"),
            ("private", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"),
            ("protocols", "192.0.0.0", "192.0.0.8", "191.255.255.255", "192.0.0.9"),
            ("protocols", "192.0.0.11", "192.0.0.255", "192.0.0.10", "192.0.1.0"),
            ("documentation", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"),
            ("6to4 relays", "192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"),
            ("private", "192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"),
            ("benchmarking", "198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"),
            ("documentation", "198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"),
            ("documentation", "203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"),
            ("multicast, reserved, broadcast", "224.0.0.0", "255.255.255.255", "223.255.255.255", nil),
        ] as [(String, String, String, String?, String?)])
    func version4(name: String, first: String, last: String, before: String?, after: String?) throws {
        try check(first: first, last: last, before: before, after: after)
    }

    @Test(
        "refuses each block of version 6 from its first address to its last, and not what is beside it",
        arguments: [
            ("unspecified, loopback, v4-compatible", "::", "::ffff:ffff", nil, nil),
            ("v4-mapped", "::ffff:0:0", "::ffff:ffff:ffff", nil, nil),
            ("v4-translated", "::ffff:0:0:0", "::ffff:0:ffff:ffff", nil, nil),
            ("local translation", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", nil, nil),
            ("discard", "100::", "100::ffff:ffff:ffff:ffff", nil, nil),
            ("dummy", "100:0:0:1::", "100:0:0:1:ffff:ffff:ffff:ffff", nil, nil),
            ("Teredo", "2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil),
            ("protocols", "2001:1::", "2001:1::", nil, "2001:1::1"),
            ("protocols", "2001:1::4", "2001:2:ffff:ffff:ffff:ffff:ffff:ffff", "2001:1::3", "2001:3::"),
            ("protocols", "2001:4::", "2001:4:111:ffff:ffff:ffff:ffff:ffff", "2001:3:ffff:ffff:ffff:ffff:ffff:ffff", "2001:4:112::"),
            (
                "protocols, ORCHID", "2001:4:113::", "2001:1f:ffff:ffff:ffff:ffff:ffff:ffff", "2001:4:112:ffff:ffff:ffff:ffff:ffff",
                "2001:20::"
            ),
            ("protocols", "2001:40::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:3f:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"),
            (
                "documentation", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
                "2001:db9::"
            ),
            ("6to4", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::"),
            ("documentation", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"),
            ("segment routing", "5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil, nil),
            ("unique local", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil, nil),
            ("link-local, site-local, multicast", "fe80::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil, nil),
            ("below global unicast", "65::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil, "2000::"),
            ("above global unicast", "4000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", nil),
        ] as [(String, String, String, String?, String?)])
    func version6(name: String, first: String, last: String, before: String?, after: String?) throws {
        try check(first: first, last: last, before: before, after: after)
    }

    @Test(
        "reaches what the registries call globally reachable",
        arguments: [
            "8.8.8.8", "192.31.196.1", "192.52.193.1", "192.175.48.1", "2606:4700::1111", "2001:1::2", "2001:3::1", "2001:2f:ffff::",
            "2001:30::",
            "2620:4f:8000::1",
        ])
    func reachable(text: String) throws {
        #expect(try AddressGuard(allowing: []).refusal(of: address(text)) == nil)
    }

    @Test("judges an address of version 4 through the well-known prefix of NAT64")
    func translation() throws {
        let addresses = AddressGuard(allowing: [])
        #expect(try addresses.refusal(of: address("64:ff9b::8.8.8.8")) == nil)
        for embedded in ["127.0.0.1", "10.1.2.3", "169.254.169.254", "0.0.0.0", "255.255.255.255"] {
            let refusal = try #require(addresses.refusal(of: try address("64:ff9b::" + embedded)))
            #expect(refusal.contains(embedded))
        }
    }

    @Test(
        "refuses forms that only embed a reachable address",
        arguments: ["::ffff:8.8.8.8", "::ffff:0:8.8.8.8", "2002:808:808::1", "::8.8.8.8"])
    func forms(text: String) throws {
        #expect(try AddressGuard(allowing: []).refusal(of: address(text)) != nil)
    }

    @Test(
        "lets through what a block allows, by the address itself or by the one that it embeds",
        arguments: [
            ("127.0.0.0/8", "127.0.0.1", true), ("127.0.0.0/8", "128.0.0.1", true), ("127.0.0.0/8", "10.0.0.1", false),
            ("127.0.0.1", "127.0.0.2", false), ("127.0.0.0/8", "::1", false), ("::1", "::1", true), ("::1", "127.0.0.1", false),
            ("127.0.0.0/8", "::ffff:127.0.0.1", true), ("127.0.0.0/8", "::ffff:0:127.0.0.1", true),
            ("10.0.0.0/8", "64:ff9b::10.0.0.1", true),
            ("10.0.0.0/8", "64:ff9b::11.0.0.1", true), ("10.0.0.0/8", "64:ff9b::127.0.0.1", false), ("10.0.0.0/8", "2002:a00:1::5", true),
            ("10.0.0.0/8", "2002:7f00:1::a00:1", false), ("::ffff:0:0/96", "::ffff:10.0.0.1", true), ("::ffff:0:0/96", "10.0.0.1", false),
            ("64:ff9b::/96", "64:ff9b::10.0.0.1", true), ("0.0.0.0/8", "::1", false), ("0.0.0.0/0", "255.255.255.255", true),
            ("0.0.0.0/0", "fe80::1", false), ("fc00::/7", "fd12::1", true), ("10.0.0.0/8", "2001:0:a00:1::", false),
        ])
    func allowance(block: String, text: String, isAllowed: Bool) throws {
        let addresses = AddressGuard(allowing: [try #require(AddressBlock(block))])
        #expect(try (addresses.refusal(of: address(text)) == nil) == isAllowed)
    }

    @Test("says what an address is and which block it is in")
    func words() throws {
        #expect(
            try AddressGuard(allowing: []).refusal(of: address("::ffff:7f00:1"))
                == "::ffff:127.0.0.1 is not globally reachable: IPv4-mapped, RFC 4291 (::ffff:0.0.0.0/96)")
        #expect(
            try AddressGuard(allowing: []).refusal(of: address("64:ff9b::a9fe:1"))
                == "64:ff9b::a9fe:1 embeds an address of version 4: 169.254.0.1 is not globally reachable: link-local, RFC 3927 (169.254.0.0/16)"
        )
    }

    @Test("has no row in its table that is no block")
    func table() {
        #expect(SpecialBlock.all.count == SpecialBlock.list.count && SpecialBlock.all.count == 48)
        #expect(Set(SpecialBlock.all.map(\.block)).count == SpecialBlock.all.count)
    }

    private func check(first: String, last: String, before: String?, after: String?) throws {
        let addresses = AddressGuard(allowing: [])
        for text in [first, last] { #expect(try addresses.refusal(of: address(text)) != nil, "\(text)") }
        for text in [before, after].compactMap({ $0 }) { #expect(try addresses.refusal(of: address(text)) == nil, "\(text)") }
    }

    private func address(_ text: String) throws -> IPAddress {
        try #require(IPAddress(text))
    }
}
