import Testing
import Webhooks

@Suite("Blocks of addresses")
struct AddressBlockTests {
    @Test(
        "a block holds its first and its last address, and no neighbour",
        arguments: [
            ("10.0.0.0/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"),
            ("192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.6", "192.0.2.8"),
            ("192.0.2.6/31", "192.0.2.6", "192.0.2.7", "192.0.2.5", "192.0.2.8"),
            ("128.0.0.0/1", "128.0.0.0", "255.255.255.255", "127.255.255.255", "::8000:0"),
            ("fc00::/7", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe00::"),
            ("2001:db8::/64", "2001:db8::", "2001:db8::ffff:ffff:ffff:ffff", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db8:0:1::"),
            ("::ffff:10.0.0.0/104", "::ffff:10.0.0.0", "::ffff:10.255.255.255", "10.0.0.0", "::ffff:11.0.0.0"),
            ("2001:db8::/65", "2001:db8::", "2001:db8::7fff:ffff:ffff:ffff", "2001:db7:ffff::", "2001:db8::8000:0:0:0"),
            ("::1", "::1", "::1", "::", "::2"),
        ])
    func edges(block: String, first: String, last: String, before: String, after: String) throws {
        let block = try #require(AddressBlock(block))
        #expect(try block.contains(address(first)) && block.contains(address(last)))
        #expect(try !block.contains(address(before)) && !block.contains(address(after)))
    }

    @Test("a block of everything holds everything of its version")
    func everything() throws {
        let (four, six) = try (#require(AddressBlock("0.0.0.0/0")), #require(AddressBlock("::/0")))
        #expect(try four.contains(address("255.0.0.1")) && six.contains(address("ff02::1")))
        #expect(try !four.contains(address("::1")) && !six.contains(address("127.0.0.1")))
    }

    @Test(
        "what is no block is refused, and an address with bits behind its prefix",
        arguments: [
            "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/08", "10.0.0.0/8/8", "10.0.0.1/8", "10/8",
            "10.0.0.0/255.0.0.0", " 10.0.0.0/8", "10.0.0.0 /8", "::/129", "2001:db8::1/64", "::1/127", "[::1]/128", "fe80::%1/64",
            "localhost", "::/9999999999999999999999",
        ])
    func refused(text: String) {
        #expect(AddressBlock(text) == nil)
    }

    @Test(
        "a block is written with its prefix", arguments: [("10.0.0.0/8", "10.0.0.0/8"), ("::1", "::1/128"), ("192.0.2.1", "192.0.2.1/32")])
    func text(block: String, text: String) throws {
        #expect(try #require(AddressBlock(block)).description == text)
    }

    private func address(_ text: String) throws -> IPAddress {
        try #require(IPAddress(text))
    }
}
