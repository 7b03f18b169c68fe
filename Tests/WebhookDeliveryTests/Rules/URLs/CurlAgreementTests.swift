import CCurl
import TestSupport
import Testing
import Webhooks

@Suite("URLs of webhooks as libcurl reads them")
struct CurlAgreementTests {
    @Test(
        "name the same host and port",
        arguments: [
            "https://Example.COM", "http://a_b.example:8080/x?y", "https://example.com.", "https://example.com?q=a/b?c:d@e",
            "http://127.0.0.1/",
            "http://127.1", "http://2130706433/", "http://0x7f.0.0.1", "http://0X7F000001", "http://0177.0.0.1", "http://017700000001",
            "http://10.0x10:99", "http://0", "http://1.2.65535", "http://4294967295", "http://[::1]:8080/a", "https://[2001:DB8::1]",
            "http://[::ffff:127.0.0.1]/", "http://localhost:80", "http://1.2.3.4.example", "http://0x7f.0.0.1x", "http://1a.2b/",
        ])
    func examples(text: String) throws {
        try check(WebhookURL(text))
    }

    @Test("name the same host and port, whatever they are made of")
    func anything() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "0", "0x", "1", "7f", "8", "255", "65536", "a", "-", "_", ".", ".", ".", ":", ":80", "/", "?", "@", "[", "]", "%41", "xn--",
            "localhost",
        ]
        var accepted = 0
        for _ in 0..<100_000 {
            let text =
                "http://" + (0..<Int.random(in: 1...8, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            guard let url = try? WebhookURL(text) else { continue }
            accepted += 1
            try check(url, "seed \(seed)")
        }
        #expect(accepted > 1_000, "seed \(seed)")
    }

    private func check(_ url: WebhookURL, _ comment: String = "") throws {
        let handle = try #require(curl_url())
        defer { curl_url_cleanup(handle) }
        try #require(curl_url_set(handle, CURLUPART_URL, url.text, 0) == CURLUE_OK, "\(url) \(comment)")
        let host = try part(CURLUPART_HOST, of: handle).lowercased()
        #expect(try part(CURLUPART_PORT, of: handle) == String(url.port), "\(url) \(comment)")
        switch url.host {
        case .name(let name):
            #expect(host == name, "\(url) \(comment)")
        case .address(let address):
            let isLocal = host.split(separator: ".").last == "localhost"
            let text = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
            #expect(IPAddress(isLocal ? "127.0.0.1" : text) == address, "\(url) is \(address) and \(host) \(comment)")
        }
    }

    private func part(_ part: CURLUPart, of handle: OpaquePointer) throws -> String {
        var text: UnsafeMutablePointer<CChar>?
        try #require(curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK)
        defer { curl_free(text) }
        return String(cString: try #require(text))
    }
}
