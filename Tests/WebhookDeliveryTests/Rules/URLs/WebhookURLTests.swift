import TestSupport
import Testing
import Webhooks

@Suite("URLs of webhooks")
struct WebhookURLTests {
    @Test(
        "have a host by name, in small letters",
        arguments: [
            ("https://example.com", "example.com", 443), ("HTTP://Example.COM:8080/a?b=c", "example.com", 8_080),
            ("https://example.com.", "example.com.", 443), ("http://a_b.example/@me:x", "a_b.example", 80),
            ("https://xn--bcher-kva.example/%E2%82%AC?x=%20&y=(1)", "xn--bcher-kva.example", 443), ("http://1a.2b/", "1a.2b", 80),
            ("http://localhost.example/", "localhost.example", 80), ("http://notlocalhost", "notlocalhost", 80),
            ("https://example.com?q=a/b?c:d@e", "example.com", 443), ("http://1.2.3.4.example:65535", "1.2.3.4.example", 65_535),
            ("http://0x7f.0.0.1x", "0x7f.0.0.1x", 80),
        ])
    func names(text: String, name: String, port: UInt16) throws {
        let url = try WebhookURL(text)
        #expect(url.host == .name(name))
        #expect(url.port == port)
        #expect(url.text == text)
        #expect(url.isSecure == (text.first == "h" && text.hasPrefix("https")))
    }

    @Test(
        "have a host by address, however its numbers are written",
        arguments: [
            ("http://127.0.0.1:9000/", "127.0.0.1"), ("http://127.1", "127.0.0.1"), ("http://127.0.1", "127.0.0.1"),
            ("http://2130706433/", "127.0.0.1"), ("http://0x7f.0.0.1", "127.0.0.1"), ("http://0X7F000001", "127.0.0.1"),
            ("http://0177.0.0.1", "127.0.0.1"), ("http://017700000001", "127.0.0.1"), ("http://0x7f.1", "127.0.0.1"),
            ("http://10.0x10", "10.0.0.16"), ("http://0", "0.0.0.0"), ("http://8.8.8.8/x", "8.8.8.8"),
            ("http://00000000010.0.0.1", "8.0.0.1"), ("http://1.2.65535", "1.2.255.255"), ("http://4294967295", "255.255.255.255"),
            ("http://[::1]:8080/a", "::1"), ("https://[2001:DB8::1]", "2001:db8::1"), ("http://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1"),
            ("http://localhost:80", "127.0.0.1"), ("http://LocalHost.", "127.0.0.1"), ("http://a.b.localhost/", "127.0.0.1"),
        ])
    func addresses(text: String, address: String) throws {
        #expect(try WebhookURL(text).host == .address(#require(IPAddress(address))))
    }

    @Test(
        "are refused where they are not to be called",
        arguments: [
            ("ftp://example.com/", "neither http nor https"), ("file:///etc/passwd", "neither http nor https"),
            ("javascript:alert(1)", "neither http nor https"), ("gopher://example.com", "neither http nor https"),
            ("httpss://example.com", "neither http nor https"), ("https+unix://socket", "neither http nor https"),
            ("https://user:password@example.com/", "credentials"), ("https://user@example.com/", "credentials"),
            ("https://@example.com/", "credentials"), ("https://example.com:80@127.0.0.1/", "credentials"),
            ("http://127.0.0.1./", "dot"), ("http://2130706433.:80", "dot"), ("http://1.2.3.4.5.", "dot"),
        ])
    func notAllowed(text: String, words: String) {
        check(text, .notAllowed, words)
    }

    @Test(
        "are refused where they are malformed, or could be read in two ways",
        arguments: [
            ("", "empty"), ("example.com", "http://"), ("example.com:80", "neither"), ("//example.com", "http://"), ("://x", "http://"),
            ("http:example.com", "://"), ("http:/example.com", "://"), ("http://", "no host"), ("http:///a", "no host"),
            ("http://:80/", "no host"), ("http://?a", "no host"), (" http://example.com", "space"), ("http://example.com/a b", "space"),
            ("http://example.com/\n", "control"), ("http://exa\tmple.com/", "control"), ("http://example.com/\u{0}", "control"),
            ("http://example.com/\u{7F}", "control"), ("http://b\u{FC}cher.example", "ASCII"), ("http://example.com/\u{20AC}", "ASCII"),
            ("http://example\u{3002}com", "ASCII"), ("http://example.com\\@127.0.0.1/", "backslash"), ("http:\\\\example.com", "backslash"),
            ("http://example.com/#a", "fragment"), ("http://example.com#@127.0.0.1", "fragment"), ("http://example.com/%", "hexadecimal"),
            ("http://example.com/%4", "hexadecimal"), ("http://example.com/%zz", "hexadecimal"), ("http://example.com/a%4", "hexadecimal"),
            ("http://example.com/{a}", "character {"), ("http://example.com/a|b", "character |"),
            ("http://example.com/?a[]=1", "character ["),
            ("http://example.com/\"", "character \""), ("http://example.com:/", "port"), ("http://example.com:0", "port"),
            ("http://example.com:080", "port"), ("http://example.com:65536", "port"), ("http://example.com:-1", "port"),
            ("http://example.com:+80", "port"), ("http://example.com:80:80", "port"), ("http://example.com:http", "port"),
            ("http://[::1", "["), ("http://[::1]x", "port"), ("http://[::1]80", "port"), ("http://[127.0.0.1]", "IPv6"),
            ("http://[fe80::1%25eth0]", "IPv6"), ("http://[]", "IPv6"), ("http://[example.com]", "IPv6"), ("http://::1/", "no host"),
            ("http://exa%6Dple.com", "host"), ("http://%31%32%37.0.0.1", "host"), ("http://a..b", "empty label"),
            ("http://.a", "empty label"),
            ("http://a..", "empty label"), ("http://.", "empty label"), ("http://a,b", "host"), ("http://a*b", "host"),
            ("http://a;b", "host"),
            ("http://256.0.0.1", "IPv4"), ("http://1.2.3.4.5", "IPv4"), ("http://08.0.0.1", "IPv4"), ("http://0x.1", "IPv4"),
            ("http://0x", "IPv4"), ("http://1.0xg.3", "IPv4"), ("http://4294967296", "IPv4"), ("http://1.16777216", "IPv4"),
            ("http://example.1", "IPv4"), ("http://-0.1", "IPv4"), ("http://99999999999999999999999", "IPv4"),
        ])
    func malformed(text: String, words: String) {
        check(text, text == "example.com:80" ? .notAllowed : .malformed, words)
    }

    @Test("have a length, and so have names and their labels")
    func lengths() throws {
        let longest = "http://example.com/" + String(repeating: "a", count: 2_048 - 19)
        #expect(try WebhookURL(longest).text == longest)
        check(longest + "a", .malformed, "2049")
        let label = String(repeating: "a", count: 63)
        let name = "\(label).\(label).\(label)." + String(repeating: "a", count: 61)
        #expect(try WebhookURL("http://\(name)./").host == .name(name + "."))
        check("http://\(name)a", .malformed, "too long")
        check("http://a\(label).example", .malformed, "too long")
    }

    @Test("are never read with a trap")
    func anything() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "http", "s", ":", "/", "//", "[", "]", "@", ".", "0x", "7f", "0", "1", "a", "%", "%41", "#", "?", "::", "localhost", "\\", "é",
        ]
        var accepted = 0
        for _ in 0..<50_000 {
            let text =
                "http://" + (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            guard let url = try? WebhookURL(text) else { continue }
            accepted += 1
            #expect(url.port > 0 && !text.contains("\\") && !text.contains("#"), "\(text), seed \(seed)")
        }
        #expect(accepted > 100, "seed \(seed)")
    }

    private func check(_ text: String, _ kind: WebhookURLError.Kind, _ words: String) {
        do throws(WebhookURLError) {
            let url = try WebhookURL(text)
            Issue.record("\(text) is \(url.host)")
        } catch {
            #expect(error.kind == kind && error.detail.contains(words), "\(text): \(error)")
        }
    }
}
