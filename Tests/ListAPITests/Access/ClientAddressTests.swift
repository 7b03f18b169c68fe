import HTTPServing
import HTTPTypes
import Testing
import Webhooks
import Wire

@testable import ListAPI

@Suite("Forwarded addresses")
struct ClientAddressTests {
    private struct Headers: RequestHeaders {
        let fields: HTTPFields
        let peer: PeerAddress?
        subscript(_ name: HTTPField.Name) -> String? { fields[name] }
    }

    private static func forwarded(
        _ peer: String, _ headers: [(HTTPField.Name, String)], trusting: [String] = ["10.0.0.0/8", "fd00::/8"],
        in header: ForwardedHeader = .either
    ) -> String? {
        var fields = HTTPFields()
        for (name, value) in headers { fields[name] = value }
        let address = IPAddress(peer).map { PeerAddress($0) }
        let request = Request(method: .get, target: RequestTarget("/"), headers: Headers(fields: fields, peer: address), id: "x")
        return ClientAddresses(trusting: trusting.compactMap { AddressBlock($0) }, in: header).forwarded(request)?.description
    }

    @Test(
        "the rightmost address that is no trusted proxy's is the client's",
        arguments: [
            ("203.0.113.9", "203.0.113.9"), ("198.51.100.1, 203.0.113.9", "203.0.113.9"),
            ("203.0.113.9, 10.1.1.1, 10.2.2.2", "203.0.113.9"),
            ("203.0.113.9:4711, 10.1.1.1:80", "203.0.113.9"), ("[2001:db8::1]:4711", "2001:db8::1"), ("2001:db8::1", "2001:db8::1"),
            ("10.1.1.1", "10.1.1.1"), ("10.3.3.3, 10.1.1.1", "10.3.3.3"), ("unknown, 10.1.1.1", "10.1.1.1"), ("unknown", nil), ("", nil),
            ("203.0.113.9, unknown", nil), ("203.0.113.9,", "203.0.113.9"), (" 203.0.113.9\t", "203.0.113.9"),
        ] as [(String, String?)])
    func chain(value: String, client: String?) {
        #expect(Self.forwarded("10.9.9.9", [(.xForwardedFor, value)]) == client)
        #expect(Self.forwarded("fd00::1", [(.xForwardedFor, value)]) == client)
        #expect(Self.forwarded("192.0.2.1", [(.xForwardedFor, value)]) == nil, "anybody may send the header")
        #expect(Self.forwarded("10.9.9.9", [(.xForwardedFor, value)], trusting: []) == nil)
    }

    @Test("the header that is named is believed, and the other one is the client's own")
    func named() {
        let both: [(HTTPField.Name, String)] = [(.forwarded, "for=198.51.100.1"), (.xForwardedFor, "203.0.113.9")]
        #expect(Self.forwarded("10.9.9.9", both, in: .forwarded) == "198.51.100.1")
        #expect(Self.forwarded("10.9.9.9", both, in: .xForwardedFor) == "203.0.113.9")
        #expect(Self.forwarded("10.9.9.9", both, in: .either) == nil, "one of them is the client's")
        #expect(Self.forwarded("10.9.9.9", [both[1]], in: .forwarded) == nil)
        #expect(Self.forwarded("10.9.9.9", [both[0]], in: .xForwardedFor) == nil)
    }

    @Test("Forwarded is read where there is no X-Forwarded-For")
    func forwarded() {
        let value = "for=198.51.100.1, For=\"[2001:db8::1]:4711\";proto=https, by=10.1.1.1; for=10.1.1.1"
        #expect(Self.forwarded("10.9.9.9", [(.forwarded, value)]) == "2001:db8::1")
        #expect(Self.forwarded("10.9.9.9", [(.forwarded, "for=_hidden")]) == nil)
        #expect(Self.forwarded("10.9.9.9", [(.forwarded, "proto=https")]) == nil)
    }
}
