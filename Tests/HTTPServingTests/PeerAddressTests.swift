import HTTPServing
import Testing

@Suite("Addresses of peers")
struct PeerAddressTests {
    @Test(
        "are written as RFC 5952 recommends",
        arguments: [
            (0, 0xFFFF_7F00_0001, "127.0.0.1"), (0, 0xFFFF_FFFF_FFFF, "255.255.255.255"), (0, 1, "::1"), (0, 0, "::"),
            (0x2001_0DB8_0000_0000, 1, "2001:db8::1"), (0x2001_0DB8_0000_0001, 0x0001_0001_0001_0001, "2001:db8:0:1:1:1:1:1"),
            (0x2001_0DB8_0000_0000, 0x0001_0000_0000_0001, "2001:db8::1:0:0:1"), (0xFE80_0000_0000_0000, 0, "fe80::"),
            (0xABCD_0001_0002_0003, 0x0004_0005_0006_0007, "abcd:1:2:3:4:5:6:7"),
        ] as [(UInt64, UInt64, String)])
    func text(high: UInt64, low: UInt64, text: String) {
        #expect("\(PeerAddress(high: high, low: low))" == text)
    }

    @Test("are counted by themselves in version 4, mapped or not, and by their first half in version 6")
    func networks() {
        let four = PeerAddress(version4: 0x0A00_0001)
        #expect(four == PeerAddress(high: 0, low: 0xFFFF_0A00_0001) && four.network == four)
        #expect(four.network != PeerAddress(version4: 0x0A00_0002).network)
        let six = PeerAddress(high: 0x2001_0DB8_0000_0001, low: 7)
        #expect(six.network == PeerAddress(high: 0x2001_0DB8_0000_0001, low: 9).network)
        #expect(six.network != PeerAddress(high: 0x2001_0DB8_0000_0002, low: 7).network)
    }
}
