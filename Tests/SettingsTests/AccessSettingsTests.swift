import Foundation
import Foundations
import HTTPServing
import ListAPI
import Testing

@testable import Settings

@Suite("Settings about access")
struct AccessSettingsTests {
    private static let hash = SHA256Digest(of: Array("secret".utf8)).hex
    private static let other = SHA256Digest(of: Array("other".utf8)).hex

    private static func read(tokens: String) throws -> [AccessToken] {
        try SettingsReader(environment: ["SECTIONAL_AUTH_TOKENS": tokens]).read().settings.api.access.tokens
    }

    @Test("tokens are read from JSON, with all lists where none are named")
    func tokens() throws {
        let tokens = try Self.read(
            tokens: #"[{"name":"phone","hash":"\#(Self.hash)","scope":"read","lists":["a","inbox-*"]},"#
                + #"{"scope":"admin","hash":"\#(Self.other.uppercased())","name":"ops"},{"name":"idle","hash":"\#(String(repeating: "0", count: 64))","scope":"write","lists":[]}]"#
        )
        #expect(tokens.map(\.grant.name) == ["phone", "ops", "idle"] && tokens.map(\.grant.scope) == [.read, .admin, .write])
        #expect(tokens.map { $0.grant.lists?.map(\.text) } == [["a", "inbox-*"], nil, []])
        #expect(tokens[0].digest == SHA256Digest(of: Array("secret".utf8)))
        #expect(tokens[1].digest == SHA256Digest(of: Array("other".utf8)))
        #expect(try Self.read(tokens: "[]").isEmpty)
    }

    @Test(
        "a token that can't be is an error that names the key and tells nothing of what may be secret",
        arguments: [
            (
                #"{"name":"a","hash":"secret","scope":"read"}"#,
                "auth.tokens[0].hash must be the token's SHA-256: 64 hexadecimal digits, in quotes"
            ),
            (#"{"name":"a","scope":"read"}"#, "auth.tokens[0].hash must be the token's SHA-256: 64 hexadecimal digits, in quotes"),
            (#"{"name":"a","hash":7,"scope":"read"}"#, "auth.tokens[0].hash must be the token's SHA-256: 64 hexadecimal digits, in quotes"),
            (#"{"name":"a","hash":"HASH","scope":"Read"}"#, "auth.tokens[0].scope must be one of read, write, admin"),
            (#"{"name":"a","hash":"HASH"}"#, "auth.tokens[0].scope must be one of read, write, admin"),
            (#"{"hash":"HASH","scope":"read"}"#, "auth.tokens[0].name must be text of 1 to 128 characters, none a control character"),
            (
                #"{"name":"","hash":"HASH","scope":"read"}"#,
                "auth.tokens[0].name must be text of 1 to 128 characters, none a control character"
            ),
            (
                #"{"name":"a\n","hash":"HASH","scope":"read"}"#,
                "auth.tokens[0].name must be text of 1 to 128 characters, none a control character"
            ),
            (#"{"name":"a","hash":"HASH","scope":"read","list":["a"]}"#, "unknown key auth.tokens[0].list; did you mean lists?"),
            (#"{"name":"a","hash":"HASH","scope":"read","lists":"a"}"#, "auth.tokens[0].lists must be a list of texts"),
            (#"{"name":"a","hash":"HASH","scope":"read","lists":null}"#, "auth.tokens[0].lists must be a list of texts"),
            (#"{"name":"a","hash":"HASH","scope":"read","lists":[1]}"#, "auth.tokens[0].lists must be a list of texts"),
            (
                #"{"name":"a","hash":"HASH","scope":"read","lists":["a b"]}"#,
                "auth.tokens[0].lists must be list ids, with * for any characters, and has “a b”"
            ),
            (
                #"{"name":"a","hash":"HASH","scope":"read","notAfter":"tomorrow"}"#,
                "auth.tokens[0].notAfter must be a time as RFC 3339 has it, such as 2027-01-31T00:00:00Z"
            ),
            (
                #"{"name":"a","hash":"HASH","scope":"read","notAfter":1800000000}"#,
                "auth.tokens[0].notAfter must be a time as RFC 3339 has it, such as 2027-01-31T00:00:00Z"
            ),
            (
                #"{"name":"a","hash":"HASH","scope":"read"},{"name":"a","hash":"OTHER","scope":"read"}"#,
                "auth.tokens[1].name must be another than that of every other token, and is “a” again"
            ),
            (
                #"{"name":"a","hash":"HASH","scope":"read"},{"name":"b","hash":"HASH","scope":"write"}"#,
                "auth.tokens[1].hash must be another than that of every other token, and is that of “a”"
            ),
        ])
    func faults(tokens: String, message: String) {
        let text = tokens.replacing("HASH", with: Self.hash).replacing("OTHER", with: Self.other)
        #expect(throws: SettingsError(message)) { try Self.read(tokens: "[\(text)]") }
    }

    @Test("a token's end is a time in JSON, and in YAML with or without quotes")
    func notAfter() throws {
        let tokens = try Self.read(
            tokens: #"[{"name":"a","hash":"\#(Self.hash)","scope":"read","notAfter":"2027-01-31T01:00:00+01:00"}]"#)
        #expect(tokens.map(\.notAfter) == [1_801_353_600_000])
        for time in ["2027-01-31T00:00:00Z", "\"2027-01-31T00:00:00Z\""] {
            let text = "auth:\n  tokens:\n    - {name: a, hash: \"\(Self.hash)\", scope: read, notAfter: \(time)}\n"
            let values = try SettingsFile(text: text, path: "s.yaml").values(of: SettingsTable.keys)
            #expect(try values["auth.tokens"].map { try TokenReader.tokens($0).map(\.notAfter) } == [1_801_353_600_000])
        }
    }

    @Test(
        "hosts and proxies that can't be are errors that name their place",
        arguments: [
            (["SECTIONAL_SERVER_HOSTS": "a.example,https://b.example"], "server.hosts[1] must be a host"),
            (["SECTIONAL_SERVER_HOSTS": "a b"], "server.hosts[0] must be a host"),
            (["SECTIONAL_SERVER_TRUSTED_PROXIES": "10.0.0.0/8,10.0.0.1/8"], "server.trustedProxies[1] must be a CIDR block"),
            (["SECTIONAL_RATE_REQUESTS": "-1"], "SECTIONAL_RATE_REQUESTS must be a number"),
            (["SECTIONAL_RATE_BURST": "0.5"], "SECTIONAL_RATE_BURST must be an integer"),
        ])
    func hosts(environment: [String: String], words: String) {
        let error = #expect(throws: SettingsError.self) { try SettingsReader(environment: environment).read() }
        #expect(error?.description.hasPrefix(words) == true)
    }

    @Test(
        "a pattern is one that some list id matches",
        arguments: [
            ("*", true), ("**", true), ("a", true), ("a*", true), ("*-a", true), ("*.a", true), ("a.b_c~d-9", true), ("", false),
            ("-a", false), (".*", false),
            ("a b", false), ("a/b", false), ("é", false), ("a*é", false), (String(repeating: "a", count: 129), false),
        ])
    func patterns(pattern: String, isPossible: Bool) {
        #expect(TokenReader.isPattern(pattern) == isPossible)
    }

    @Test(
        "origins are read from the environment and the file",
        arguments: [
            "*", "https://app.example", "http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:3000",
            "https://xn--e1afmkfd.example",
            "capacitor://localhost", "chrome-extension://abcdefghijklmnop", "http://app.example:443",
        ])
    func origins(origin: String) throws {
        let environment = ["SECTIONAL_CORS_ORIGINS": "https://first.example, \(origin)"]
        #expect(try SettingsReader(environment: environment).read().settings.api.access.origins == ["https://first.example", origin])
    }

    @Test(
        "what no browser sends as an origin is an error that names the key",
        arguments: [
            "null", "app.example", "https://", "https://app.example/", "https://app.example/path", "https://App.example",
            "HTTPS://app.example",
            "https://app.example:443", "http://app.example:80", "https://app.example:", "https://app.example:0443",
            "https://app.example:99999",
            "https://user@app.example", "https://*.example", "https://bücher.example", "https:/app.example", "://app.example",
            "http://[::1",
            "https://app.example?x", "https://app.example ",
        ])
    func impossibleOrigins(origin: String) {
        let error = #expect(throws: SettingsError.self) {
            var settings = Settings()
            settings.api.access.origins = [origin]
            try settings.check()
        }
        #expect(error?.description.hasPrefix("cors.origins must be") == true && error?.description.hasSuffix("one is “\(origin)”") == true)
    }

    @Test("the origins of pictures are origins", arguments: ["a.example", "https://a.example/x", "https://A.example", "'; script-src *"])
    func picturesFromNowhere(origin: String) {
        let error = #expect(throws: SettingsError.self) {
            var settings = Settings()
            settings.api.pictureOrigins = [origin]
            try settings.check()
        }
        #expect(error?.description.hasPrefix("page.images must be") == true)
    }
}
