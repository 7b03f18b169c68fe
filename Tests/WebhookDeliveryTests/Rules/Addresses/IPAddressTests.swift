import TestSupport
import Testing
import Webhooks

@Suite("Addresses")
struct IPAddressTests {
    @Test(
        "are read in any form that the standards have, and written in the recommended one",
        arguments: [
            ("0.0.0.0", "0.0.0.0"), ("127.0.0.1", "127.0.0.1"), ("255.255.255.255", "255.255.255.255"), ("1.20.30.4", "1.20.30.4"),
            ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("0:0:0:0:0:0:0:1", "::1"), ("2001:DB8::00a0", "2001:db8::a0"),
            ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
            ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
            ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"), ("::ffff:192.0.2.1", "::ffff:192.0.2.1"), ("::ffff:c000:201", "::ffff:192.0.2.1"),
            ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"), ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"), ("::1.2.3.4", "::102:304"),
            ("fe80::1:0:0:0", "fe80::1:0:0:0"), ("0:0:1::", "0:0:1::"),
        ])
    func forms(text: String, written: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.description == written)
        #expect(IPAddress(written) == address)
    }

    @Test(
        "what is no address is refused",
        arguments: [
            "", ".", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.04", "1.2.3.00", "01.2.3.4", "1.2.3.", ".1.2.3", "1..2.3", "1.2.3.4.",
            "1.2.3.-4", "1.2.3.+4", " 1.2.3.4", "1.2.3.4 ", "1.2.3.0x4", "1.2.3.1000", "0x7f.0.0.1", "127.1", "2130706433", "1.2.3.４",
            ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "1::2::3", ":1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7:8:", "1:", ":1", "12345::", "::g", "::-1", "::1%eth0", "fe80::1%25lo", "[::1]", "::1/128", "::1.2.3",
            "::1.2.3.256",
            "::1.2.3.4:5", "1.2.3.4::", "1:2:3:4:5:6:7:1.2.3.4", "1.2.3.4:5::", "::01.2.3.4", "localhost", ":::1", "1:::2",
        ])
    func refused(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test("come from the bytes of a packet, four or sixteen")
    func bytes() {
        #expect(IPAddress(bytes: [127, 0, 0, 1]) == IPAddress("127.0.0.1"))
        #expect(IPAddress(bytes: [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 1]) == IPAddress("2001:db8::ff01"))
        #expect(
            IPAddress(bytes: []) == nil && IPAddress(bytes: [1, 2, 3]) == nil && IPAddress(bytes: Array(repeating: 0, count: 17)) == nil)
    }

    @Test("of different versions are never the same")
    func versions() {
        #expect(IPAddress("::ffff:192.0.2.1") != IPAddress("192.0.2.1"))
        #expect(IPAddress("::") != IPAddress("0.0.0.0"))
    }

    @Test("any address is read back from what is written")
    func roundTrip() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            // Many words of 0, so that every place and length of the gap comes up.
            let bytes = (0..<8).flatMap { _ -> [UInt8] in Bool.random(using: &random) ? [0, 0] : [.random(in: 0...2, using: &random), 7] }
            let six = IPAddress(bytes: bytes)
            let four = IPAddress.v4(UInt32.random(in: 0...UInt32.max, using: &random))
            #expect(six != nil && six.map(\.description).flatMap(IPAddress.init) == six, "\(bytes), seed \(seed)")
            #expect(IPAddress(four.description) == four, "\(four), seed \(seed)")
        }
    }
}
