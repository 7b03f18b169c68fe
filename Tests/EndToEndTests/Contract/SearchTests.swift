import Foundation
import Testing

import ListAPI
import Settings
@testable import sectional

@Suite("Contract §10: search")
struct SearchTests {
    /// Airports `l`: France (CDG ORY LYS), Sweden (AGH).
    private static func made(search: String = #"["/name","/tags"]"#) throws -> ContractClient {
        let client = try ContractClient()
        try client.put(
            "/lists/l",
            """
            {"search":\(search),"sections":[
             {"id":"FR","items":[{"id":"CDG","value":{"name":"Paris Charles de Gaulle","tags":["hub","Île-de-France"]}},
              {"id":"ORY","value":{"name":"Paris-Orly","tags":[7,["no"]],"city":"no"}},{"id":"LYS","value":{"name":"Lyon Parc"}}]},
             {"id":"SE","items":[{"id":"AGH","type":"T","value":{"name":"Ängelholm"}}]}]}
            """)
        return client
    }

    private static func found(_ client: ContractClient, _ query: String, list: String = "l") throws -> String {
        let reply = try client.get("/lists/\(list)/search?\(query)")
        guard let items = try? reply.object["items"] as? [[String: Any]] else { return reply.outcome }
        return items.map { $0["id"] as? String ?? "?" }.joined(separator: " ")
    }

    @Test("A search answers the items that have all words, the last one as a beginning, in the order of the list")
    func finds() throws {
        let client = try Self.made()
        let reply = try client.get("/lists/l/search?q=par")
        #expect(reply.memberNames == ["list", "version", "words", "itemCount", "complete", "offset", "items"], "\(reply.text)")
        #expect(reply.at(each: "list", "version", "words", "itemCount", "complete", "offset") == #"l 1 ["par"] 3 true 0"#)
        #expect(reply.at(each: "items.0.id", "items.0.indexPath", "items.0.value.name") == "CDG [0,0] Paris Charles de Gaulle")
        try #expect(Self.found(client, "q=par") == "CDG ORY LYS")
        try #expect(Self.found(client, "q=PARIS") == "CDG ORY")
        try #expect(Self.found(client, "q=paris%20de") == "CDG")
        try #expect(Self.found(client, "q=de+paris") == "CDG")
        // Whole where a character that is in no word follows.
        try #expect(Self.found(client, "q=par%20") == "" && Self.found(client, "q=parc.") == "LYS")
        try #expect(Self.found(client, "q=pari+orly") == "")
        try #expect(Self.found(client, "q=angel") == "AGH" && Self.found(client, "q=%C3%A4NGEL") == "AGH")
    }

    @Test("Words are those of strings, and of strings in arrays, that the pointers lead to; of nothing else")
    func fields() throws {
        let client = try Self.made()
        try #expect(Self.found(client, "q=hub") == "CDG" && Self.found(client, "q=ile") == "CDG")
        try #expect(Self.found(client, "q=no") == "" && Self.found(client, "q=7") == "")
        let bare = try ContractClient()
        try bare.put("/lists/l", #"{"search":[""],"sections":[{"items":[{"id":"a","value":"one"},{"id":"b","value":{"x":"one"}}]}]}"#)
        try #expect(Self.found(bare, "q=one") == "a")
    }

    @Test("One without words finds every item, and words says what q has")
    func words() throws {
        let client = try Self.made()
        try #expect(Self.found(client, "q=") == "CDG ORY LYS AGH" && Self.found(client, "q=%20-%20") == "CDG ORY LYS AGH")
        try #expect(Self.found(client, "q=%CC%81") == "CDG ORY LYS AGH", "combining marks alone are dropped")
        try #expect(client.get("/lists/l/search?q=Stra%C3%9Fe%20%E4%B8%AD%E6%96%87").at("words") == #"["strasse","中","文"]"#)
        try #expect(client.get("/lists/l/search?q=a%20a%20a%20a%20a%20a%20a%20a").at("words") == #"["a","a","a","a","a","a","a","a"]"#)
        let long = String(repeating: "x", count: 70)
        try client.put("/lists/w", "{\"search\":[\"\"],\"sections\":[{\"items\":[{\"id\":\"a\",\"value\":\"\(long)y\"}]}]}")
        try #expect(Self.found(client, "q=\(long)z", list: "w") == "a", "64 characters of a word count")
    }

    @Test("q is required, of up to 256 characters and 8 words; parameters are a page's")
    func parameters() throws {
        let client = try Self.made()
        try #expect(Self.found(client, "") == "400 bad-parameter q")
        try #expect(Self.found(client, "q=a&q=b") == "400 bad-parameter q")
        try #expect(Self.found(client, "q=a&around=@b") == "400 bad-parameter around")
        let longest = String(repeating: "%C3%A9", count: 256)
        try #expect(Self.found(client, "q=\(longest)") == "" && Self.found(client, "q=\(longest)a") == "400 bad-parameter q")
        try #expect(Self.found(client, "q=" + Array(repeating: "a", count: 9).joined(separator: "+")) == "400 bad-parameter q")
        try #expect(Self.found(client, "q=a&limit=0") == "400 bad-parameter limit")
        try #expect(Self.found(client, "q=a&at=0") == "400 bad-parameter at")
        try #expect(Self.found(client, "q=a", list: "none") == "404 list-not-found")
        try #expect(Self.found(client, "q=a&at=2") == "404 version-not-found")
        try #expect(Self.found(client, "q=par&offset=9223372036854775807") == "")
    }

    @Test("Link leads from page to page, pinned; past the end the page is empty; itemCount is exact up to 1,000 and null beyond")
    func pages() throws {
        let client = try Self.made()
        let first = try client.get("/lists/l/search?q=par&limit=2")
        #expect(
            first.header("Link")
                == "</lists/l/search?offset=0&limit=2&q=par&at=1>; rel=\"first\", "
                + "</lists/l/search?offset=2&limit=2&q=par&at=1>; rel=\"next\"")
        let second = try client.get("/lists/l/search?offset=2&limit=2&q=par&at=1")
        #expect(second.at(each: "itemCount", "offset", "items.0.id", "items.1") == "3 2 LYS -")
        let links = try #require(second.header("Link"))
        #expect(!links.contains("next") && links.contains("offset=0&limit=2&q=par&at=1>; rel=\"prev\""), "\(links)")
        try #expect(client.get("/lists/l/search?q=par&offset=9").at(each: "itemCount", "complete", "items") == "3 true []")
        for count in [1_000, 1_001] {
            let items = (0..<count).map { "{\"id\":\"i\($0)\",\"value\":\"word\"}" }.joined(separator: ",")
            try client.put("/lists/w", "{\"search\":[\"\"],\"sections\":[{\"items\":[\(items)]}]}")
            for query in ["q=wor", "q="] {
                let page = try client.get("/lists/w/search?\(query)&limit=1")
                #expect(page.at(each: "itemCount", "complete") == (count > 1_000 ? "null true" : "1000 true"), "\(page.text)")
            }
        }
        let last = try client.get("/lists/w/search?q=word&offset=1000")
        #expect(last.at(each: "items.0.id", "items.1", "complete") == "i1000 - true", "\(last.text)")
        #expect(last.header("Link")?.contains("next") == false)
    }

    @Test("ETag, caching, cells, HEAD and 304 are a page's")
    func caching() throws {
        let client = try Self.made()
        let reply = try client.get("/lists/l/search?q=par")
        #expect(reply.header("ETag") == "\"v1\"" && reply.header("Cache-Control") == "no-cache" && reply.header("List-Version") == "1")
        #expect(reply.header("Vary") == "Accept-Encoding, Accept-Cell-Types" && reply.header("List-Created") != nil)
        try #expect(client.get("/lists/l/search?q=par&at=1").header("Cache-Control") == "max-age=31536000, immutable")
        try #expect(client.get("/lists/l/search?q=par", ["If-None-Match": "\"v1\""]).outcome == "304")
        let head = try client.send("HEAD", "/lists/l/search?q=par")
        #expect(head.outcome == "200" && head.body.isEmpty && head.header("ETag") == "\"v1\"")
        let cells = try client.get("/lists/l/search?q=angel", ["Accept-Cell-Types": "U"])
        #expect(cells.header("ETag") != "\"v1\"" && cells.at("items.0.cell") == "UnsupportedCell", "\(cells.text)")
        try #expect(client.get("/lists/l/search?q=a", ["Accept": "text/plain"]).outcome.hasPrefix("406"))
        try client.patch("/lists/l/items/@AGH", #"{"name":"Parma"}"#)
        let after = try client.get("/lists/l/search?q=par")
        #expect(after.header("ETag") == "\"v2\"" && after.at("itemCount") == "4")
    }

    @Test("A version is searched as it was: its items, and its search; one without it is 409 not-searchable")
    func versions() throws {
        let client = try Self.made()
        try client.delete("/lists/l/items/@CDG")
        try client.patch("/lists/l", #"{"search":["/city"]}"#)
        try client.patch("/lists/l", #"{"search":null}"#)
        try #expect(Self.found(client, "q=par&at=1") == "CDG ORY LYS" && Self.found(client, "q=par&at=2") == "ORY LYS")
        try #expect(Self.found(client, "q=par&at=3") == "" && Self.found(client, "q=no&at=3") == "ORY")
        try #expect(Self.found(client, "q=par") == "409 not-searchable" && Self.found(client, "q=par&at=4") == "409 not-searchable")
        try client.post("/lists/l/revert", #"{"to":1}"#)
        try #expect(Self.found(client, "q=par") == "CDG ORY LYS")
        try #expect(client.get("/lists/l").at("search") == #"["/name","/tags"]"#)
    }

    @Test("search is shown where it is set, part of the version, of properties and of exports; a document without it takes it away")
    func property() throws {
        let client = try Self.made()
        try client.put("/lists/n", "[1]")
        try #expect(!client.get("/lists/n").memberNames.contains("search"))
        try #expect(client.get("/lists/l").at("search") == #"["/name","/tags"]"#)
        try client.put("/lists/l", #"[["kept"]]"#)
        try #expect(client.get("/lists/l").at("search") == #"["/name","/tags"]"#, "arrays replace the sections alone")
        try client.patch("/lists/l", #"{"search":[""]}"#)
        try #expect(client.get("/lists/l/changes?since=2").at(each: "properties.search", "stages") == #"[""] []"#)
        try #expect(client.get("/lists/l?at=2").at("search") == #"["/name","/tags"]"#)
        try #expect(client.patch("/lists/l", #"{"search":[""]}"#).header("List-Version") == "3", "the same makes no version")
        let export = try client.get("/lists/l/export").text
        #expect(export.contains(#""search":[""]"#))
        try client.put("/lists/copy", export, ["Content-Type": "application/x-ndjson"])
        try #expect(Self.found(client, "q=kept", list: "copy") != "")
        try client.put("/lists/l", #"{"sections":[]}"#)
        try #expect(!client.get("/lists/l").memberNames.contains("search"))
    }

    @Test("search is null, or 1 to 8 JSON pointers of up to 1 KiB")
    func bounds() throws {
        let client = try ContractClient()
        let long = "/" + String(repeating: "x", count: 1_024)
        for (search, outcome) in [
            ("7", "422 invalid-value /search"), ("[]", "422 invalid-value /search"), (#"["/a",7]"#, "422 invalid-value /search/1"),
            (#"["a"]"#, "422 invalid-value /search/0"), ("[\"/a\",\"\(long)\"]", "422 limit-exceeded /search/1"),
            ("[" + Array(repeating: "\"/a\"", count: 9).joined(separator: ",") + "]", "422 limit-exceeded /search"),
        ] {
            try #expect(client.put("/lists/l", "{\"search\":\(search),\"sections\":[]}").outcome == outcome, "\(search)")
            try client.put("/lists/p", #"{"sections":[]}"#)
            try #expect(client.patch("/lists/p", "{\"search\":\(search)}").outcome == outcome, "\(search)")
            let line = try client.putLines("/lists/l", "{\"list\":{\"search\":\(search)}}")
            #expect(line.outcome == outcome.split(separator: " ").prefix(2).joined(separator: " ") + " 1", "\(line.text)")
        }
        let most = "[" + Array(repeating: "\"\(long.dropLast())\"", count: 8).joined(separator: ",") + "]"
        try #expect(client.put("/lists/l", "{\"search\":\(most),\"sections\":[]}").outcome == "201")
    }

    @Test("A view is searched by its source's search, in its own order; there it is read-only")
    func views() throws {
        let client = try Self.made()
        let view =
            #"{"of":"l","where":{"item":"section","equals":"FR"},"sectionBy":"none","sortBy":[{"value":"/name","order":"descending"}]}"#
        try client.put("/lists/v", "{\"search\":[\"/other\"],\"view\":\(view)}")
        try #expect(client.get("/lists/v").at("search") == #"["/name","/tags"]"#)
        try #expect(Self.found(client, "q=par", list: "v") == "ORY CDG LYS" && Self.found(client, "q=angel", list: "v") == "")
        try #expect(client.get("/lists/v/search?q=par&limit=1").at("items.0.indexPath") == "[0,0]")
        try #expect(client.patch("/lists/v", #"{"search":null}"#).outcome == "422 unknown-key /search")
        try client.patch("/lists/l", #"{"search":null}"#)
        try #expect(Self.found(client, "q=par", list: "v") == "409 not-searchable")
        try #expect(!client.get("/lists/v").memberNames.contains("search"))
        try #expect(Self.found(client, "q=par&at=1", list: "v") == "ORY CDG LYS")
        try client.put("/lists/w", #"{"view":{"of":"none"}}"#)
        try #expect(Self.found(client, "q=par", list: "w") == "409 not-searchable")
    }

    @Test("A search of a list that is out of reach is refused, and one of a view in reach shows what its source has there")
    func access() throws {
        let client = try ContractClient { settings in
            settings.api.access.tokens = [AccessLinesTests.token("writer", .write), AccessLinesTests.token("reader", .read, ["v"])]
        }
        let (writer, reader) = (["Authorization": "Bearer writer"], ["Authorization": "Bearer reader"])
        try client.put("/lists/l", #"{"search":[""],"sections":[{"items":[{"id":"a","value":"one"}]}]}"#, writer)
        try client.put("/lists/v", #"{"view":{"of":"l"}}"#, writer)
        try #expect(client.get("/lists/l/search?q=one", reader).outcome == "404 list-not-found")
        try #expect(client.get("/lists/l/search?q=one").status == 401)
        try #expect(client.get("/lists/v/search?q=one", reader).at("items.0.id") == "a")
    }

    @Test("Long values, and a list whose words are not known yet, are searched beside everything else")
    func long() throws {
        let client = try ContractClient()
        let value = "\"" + String(repeating: "é word ", count: 30_000) + "last\""
        let items = (0..<20).map { "{\"id\":\"i\($0)\",\"value\":\(value)}" }.joined(separator: ",")
        try client.put("/lists/l", "{\"search\":[\"\"],\"sections\":[{\"items\":[\(items)]}]}")
        for _ in 0..<2 {
            let reply = try client.get("/lists/l/search?q=e+las&limit=1")
            #expect(reply.at(each: "itemCount", "items.0.id") == "20 i0" && reply.header("ETag") == "\"v1\"")
        }
        try #expect(client.get("/lists/l/search?q=e+las&limit=1&at=9").outcome == "404 version-not-found")
    }
}
