import Foundation
import Foundations
import HTTPTypes
import ListAPI
import TestSupport
import Testing

/// The page for browsers, as it is served. What it does in a browser is tested by `Scripts/test-page`.
@Suite("The page for browsers")
struct PageTests {
    private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
    private static let browser = ["Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"]
    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml", "json": "application/json",
    ]

    /// The repository's files of the page, by the names that they are served by: its own, and the modules that it shares with apps.
    private static func files() throws -> [(name: String, file: URL)] {
        try [("page", ""), ("Clients/TypeScript/src/core", "ui/")].flatMap { path, prefix in
            let folder = root.appendingPathComponent(path)
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains(".") }
                .map { (prefix + $0, folder.appendingPathComponent($0)) }
        }
    }

    @Test("every file of the repository is served as it is, plain and compressed, with its type")
    func embedded() async throws {
        let api = try TestAPI()
        #expect(try Self.files().count > 10)
        for (name, file) in try Self.files() where name != "index.html" {
            let target = "/\(name)"
            let bytes = Array(try Data(contentsOf: file))
            let plain = try await api.get(target, Self.browser)
            #expect(plain.status == 200 && plain.bytes == bytes, "\(name): build again")
            #expect(plain["content-type"] == Self.types[String(name.split(separator: ".").last ?? "")])
            let encoded = try await api.get(target, Self.browser.merging(["Accept-Encoding": "gzip"]) { $1 })
            guard bytes.count > 1_024 else { continue }
            #expect(encoded["content-encoding"] == "gzip" && Gzip.decompress(encoded.bytes, limit: 1 << 22) == bytes, "\(name)")
            #expect(encoded["etag"] == plain["etag"].map { $0.dropLast() + "-gz\"" })
        }
        #expect(try await api.get("/ui/nothing.js").status == 404)
        #expect(try await api.get("/ui/..%2Findex.html").status == 404)
    }

    @Test("the document names one script and one style, which are kept for ever")
    func joined() async throws {
        let api = try TestAPI()
        let document = String(decoding: try await api.get("/", Self.browser).bytes, as: UTF8.self)
        let names = document.split(separator: "\"").filter { $0.hasPrefix("ui/page-") }
        #expect(names.count == 2 && !document.contains("ui/main.js"))
        for name in names {
            let answer = try await api.get("/\(name)", Self.browser)
            #expect(answer.status == 200 && answer["cache-control"] == "max-age=31536000, immutable")
            #expect(answer["content-type"] == Self.types[String(name.split(separator: ".").last ?? "")])
        }
    }

    @Test("a file that the client has is 304, whatever the encoding of the tag")
    func conditions() async throws {
        let api = try TestAPI()
        for target in ["/", "/ui/main.js"] {
            let plain = try await api.get(target, Self.browser)
            let tag = try #require(plain["etag"])
            #expect(plain["cache-control"] == "no-cache")
            for known in [tag, "W/\(tag)", "\"other\", \(tag.dropLast())-gz\"", "*"] {
                let answer = try await api.get(target, Self.browser.merging(["If-None-Match": known]) { $1 })
                #expect(answer.status == 304 && answer["etag"] == tag && answer["content-security-policy"] != nil, "\(known)")
            }
            #expect(try await api.get(target, Self.browser.merging(["If-None-Match": "\"other\""]) { $1 }).status == 200)
        }
    }

    @Test("its headers let it load what is its own, and stand in no frame")
    func headers() async throws {
        let api = try TestAPI()
        for target in ["/", "/ui/main.js", "/ui/base.css", "/ui/icon.svg"] {
            let answer = try await api.get(target, Self.browser)
            let policy = try #require(answer["content-security-policy"])
            for rule in ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'", "form-action 'none'"] {
                #expect(policy.contains(rule))
            }
            #expect(!policy.contains("unsafe"))
            #expect(answer["referrer-policy"] == "no-referrer" && answer["cross-origin-opener-policy"] == "same-origin")
        }
    }

    @Test("pictures of the origins that a setting names are let in by the document, and of no other")
    func pictures() async throws {
        let plain = try await TestAPI().get("/", Self.browser)
        #expect(plain["content-security-policy"]?.contains("img-src 'self' data:;") == true)
        let api = try TestAPI { $0.pictureOrigins = ["https://images.example", "http://127.0.0.1:9000"] }
        let answer = try await api.get("/", Self.browser)
        #expect(answer["content-security-policy"]?.contains("img-src 'self' data: https://images.example http://127.0.0.1:9000;") == true)
        let text = String(decoding: answer.bytes, as: UTF8.self)
        #expect(text.contains(#"<meta name="picture-origins" content="https://images.example http://127.0.0.1:9000">"#))
        #expect(answer["etag"] != plain["etag"])
    }

    @Test("who does not ask for HTML by its name gets an index")
    func index() async throws {
        let api = try TestAPI { $0.programVersion = "1.2.3" }
        for accept in [[:], ["Accept": "*/*"], ["Accept": "application/json"], ["Accept": "text/html;q=0, */*"]] {
            let answer = try await api.get("/", accept)
            #expect(answer.status == 200 && answer["content-type"] == "application/json" && answer["vary"] == "Accept, Accept-Encoding")
            #expect(answer.at("version") == "1.2.3" && answer.at("lists") == "/lists" && answer.at("openapi") == "/openapi.json")
        }
        for accept in ["text/html", "TEXT/HTML", "text/*", "application/json;q=0.1, text/html;level=1"] {
            #expect(try await api.get("/", ["Accept": accept])["content-type"] == "text/html; charset=utf-8", "\(accept)")
        }
    }

    @Test("methods are those of other routes, and no token is asked for")
    func methods() async throws {
        let api = try TestAPI { $0.tokens = [TestTokens.token("reader", .read)] }
        for target in ["/", "/ui/main.js"] {
            #expect(try await api.get(target, Self.browser).status == 200)
            #expect(try await api.send(.head, target, Self.browser).status == 200)
            #expect(try await api.send(.options, target).status == 204)
            #expect(try await api.send(.post, target, body: "{}").status == 405)
        }
        #expect(try await api.get("/lists").status == 401)
    }

    @Test("a setting turns it off")
    func off() async throws {
        let api = try TestAPI { $0.hasPage = false }
        for target in ["/", "/ui/main.js"] { #expect(try await api.get(target, Self.browser).status == 404) }
    }
}
