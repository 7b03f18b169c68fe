extension SpecialBlock {
    /// All rows of IANA's IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, RFC 8190; as of 2025) that are not globally reachable, or
    /// for which the registries don't say; the reachable ones within them; and what other standards set apart, multicast first of all.
    static let list: [SpecialBlock?] = version4 + version6

    private static let version4: [SpecialBlock?] = [
        SpecialBlock("0.0.0.0/8", "this network, RFC 791"),
        SpecialBlock("10.0.0.0/8", "private use, RFC 1918"),
        SpecialBlock("100.64.0.0/10", "shared address space of carriers, RFC 6598"),
        SpecialBlock("127.0.0.0/8", "loopback, RFC 1122"),
        SpecialBlock("169.254.0.0/16", "link-local, RFC 3927"),
        SpecialBlock("172.16.0.0/12", "private use, RFC 1918"),
        SpecialBlock("192.0.0.0/24", "IETF protocol assignments, RFC 6890"),
        SpecialBlock("192.0.0.9/32", "port control protocol anycast, RFC 7723", isGloballyReachable: true),
        SpecialBlock("192.0.0.10/32", "TURN anycast, RFC 8155", isGloballyReachable: true),
        SpecialBlock("192.0.2.0/24", "documentation, RFC 5737"),
        SpecialBlock("192.88.99.0/24", "6to4 relay anycast, deprecated by RFC 7526"),
        SpecialBlock("192.168.0.0/16", "private use, RFC 1918"),
        SpecialBlock("198.18.0.0/15", "benchmarking, RFC 2544"),
        SpecialBlock("198.51.100.0/24", "documentation, RFC 5737"),
        SpecialBlock("203.0.113.0/24", "documentation, RFC 5737"),
        SpecialBlock("224.0.0.0/4", "multicast, RFC 5771"),
        SpecialBlock("240.0.0.0/4", "reserved, RFC 1112"),
        SpecialBlock("255.255.255.255/32", "limited broadcast, RFC 8190"),
    ]

    private static let version6: [SpecialBlock?] = [
        SpecialBlock("::/128", "unspecified, RFC 4291"),
        SpecialBlock("::1/128", "loopback, RFC 4291"),
        SpecialBlock("::/96", "IPv4-compatible, deprecated by RFC 4291"),
        SpecialBlock("::ffff:0:0/96", "IPv4-mapped, RFC 4291"),
        SpecialBlock("::ffff:0:0:0/96", "IPv4-translated, RFC 2765"),
        SpecialBlock("64:ff9b:1::/48", "local translation between IPv4 and IPv6, RFC 8215"),
        SpecialBlock("100::/64", "discard only, RFC 6666"),
        SpecialBlock("100:0:0:1::/64", "dummy prefix, RFC 9780"),
        SpecialBlock("2001::/23", "IETF protocol assignments, RFC 2928"),
        SpecialBlock("2001::/32", "Teredo, RFC 4380"),
        SpecialBlock("2001:1::1/128", "port control protocol anycast, RFC 7723", isGloballyReachable: true),
        SpecialBlock("2001:1::2/128", "TURN anycast, RFC 8155", isGloballyReachable: true),
        SpecialBlock("2001:1::3/128", "DNS-SD service registration anycast, RFC 9665", isGloballyReachable: true),
        SpecialBlock("2001:2::/48", "benchmarking, RFC 5180"),
        SpecialBlock("2001:3::/32", "AMT, RFC 7450", isGloballyReachable: true),
        SpecialBlock("2001:4:112::/48", "AS112, RFC 7535", isGloballyReachable: true),
        SpecialBlock("2001:10::/28", "ORCHID, deprecated by RFC 7343"),
        SpecialBlock("2001:20::/28", "ORCHIDv2, RFC 7343", isGloballyReachable: true),
        SpecialBlock("2001:30::/28", "drone remote identification, RFC 9374", isGloballyReachable: true),
        SpecialBlock("2001:db8::/32", "documentation, RFC 3849"),
        SpecialBlock("2002::/16", "6to4, RFC 3056"),
        SpecialBlock("3fff::/20", "documentation, RFC 9637"),
        SpecialBlock("5f00::/16", "segment routing, RFC 9602"),
        SpecialBlock("fc00::/7", "unique local, RFC 4193"),
        SpecialBlock("fe80::/10", "link-local, RFC 4291"),
        SpecialBlock("fec0::/10", "site-local, deprecated by RFC 3879"),
        SpecialBlock("ff00::/8", "multicast, RFC 4291"),
    ]
}
