import Foundation
import Testing

import ListAPI
import Lists
import Settings
@testable import sectional

@Suite("Contract §9: views")
struct ViewsTests {
    /// A source `l` with the sections `F` (a b c) and `G` (d), and `v`, the view of its items whose `k` is 1: a c | d.
    static func made(_ configure: (inout Settings) -> Void = { _ in }) throws -> ContractClient {
        let client = try ContractClient(configure)
        try client.put(
            "/lists/l",
            """
            {"title":"Letters","sections":[
             {"id":"F","header":"First","footer":"end","metadata":{"m":1},"items":[{"id":"a","value":{"k":1}},{"id":"b","value":{"k":2}},
              {"id":"c","value":{"k":1,"f":1.0}}]},
             {"id":"G","items":[{"id":"d","type":"T","value":{"k":1}}]}]}
            """)
        let made = try client.put("/lists/v", #"{"title":"Ones","view":{"of":"l","where":{"value":"/k","equals":1}}}"#)
        #expect(made.status == 201 && made.header("Location") == "/lists/v", "\(made.text)")
        return client
    }

    @Test("A view is made by a PUT with its definition, which the List shows as it was sent; other lists have no such key")
    func makes() throws {
        let client = try ContractClient()
        try client.putLetters()
        let text = #"{"title":"V","metadata":{"m":1},"view":{ "of" : "l", "where":{"value":"","equals":"b"} }}"#
        let made = try client.put("/lists/v", text)
        #expect(made.outcome == "201" && made.header("Location") == "/lists/v" && made.header("ETag") == "\"v1\"")
        #expect(made.text.contains(#""view":{"of":"l","where":{"value":"","equals":"b"}}"#), "\(made.text)")
        #expect(made.at(each: "title", "metadata", "defaultType", "identity", "itemCount") == "V {\"m\":1} null null 1")
        try #expect(!client.get("/lists/l").memberNames.contains("view"))
        let again = try client.put("/lists/v", text)
        #expect(again.outcome == "200" && again.header("List-Version") == "1")
        try #expect(client.get("/lists/v").memberNames.contains("view"))
        // A view that is read can be put back.
        try #expect(client.put("/lists/v", client.get("/lists/v").text).outcome == "200")
        try #expect(client.version("v") == "1")
    }

    @Test(
        "Items have the source's ids, revisions, types and values, and sections theirs, header, footer and metadata; empty ones are not there"
    )
    func contents() throws {
        let client = try Self.made()
        try #expect(client.order("v") == "a c | d")
        let section = try client.get("/lists/v/sections/@F")
        #expect(section.at(each: "list", "header", "footer", "metadata", "itemCount") == "v First end {\"m\":1} 2", "\(section.text)")
        try client.patch("/lists/l/items/@b", #"{"k":1}"#)
        let item = try client.get("/lists/v/items/0-1")
        #expect(item.at(each: "list", "id", "revision", "indexPath", "value") == "v b 2 [0,1] {\"k\":1}")
        try #expect(client.get("/lists/v/items/@c").at("value.k") == "1" && client.get("/lists/v/items/@c").text.contains("1.0"))
        try #expect(client.get("/lists/v/items/@d").at(each: "type", "cell") == "T T")
        try client.patch("/lists/l/items/@d", #"{"k":3}"#)
        try #expect(client.order("v") == "a b c")
    }

    @Test("A write to the source makes one version of each view that it changes and none of the others")
    func versions() throws {
        let client = try Self.made()
        try client.put("/lists/w", #"{"view":{"of":"l"}}"#)
        try client.patch("/lists/l/items/@b", #"{"x":1}"#)
        try #expect(client.version("v") == "1" && client.version("w") == "2")
        try client.patch("/lists/l", #"{"title":"Other"}"#)
        try #expect(client.version("v") == "1" && client.version("w") == "2")
        try client.post(
            "/lists/l/batch", #"{"operations":[{"op":"patchItem","item":"@a","merge":{"x":1}},{"op":"deleteItem","item":"@c"}]}"#)
        try #expect(client.version("v") == "2" && client.order("v") == "a | d")
        let page = try client.get("/lists/v/versions")
        #expect(page.at(each: "versions.0.source", "versions.1.source") == "4 1", "\(page.text)")
        try #expect(client.get("/lists/l/versions").at("versions.0.source") == "-")
        // A version that is read with at is as it was then, definition and title too.
        try client.patch("/lists/v", #"{"title":"Twos","view":{"where":{"equals":2}}}"#)
        try #expect(client.get("/lists/v?at=1").at(each: "title", "view.where.equals") == "Ones 1")
        try #expect(client.order("v", at: "1") == "a c | d" && client.order("v") == "b")
        let changes = try client.get("/lists/v/changes?since=2")
        #expect(changes.at(each: "properties.title", "properties.view.where.equals", "reload") == "Twos 2 false", "\(changes.text)")
        try #expect(client.get("/lists/v/changes?since=1&to=2").at("properties") == "null")
    }

    @Test("GET …/view: definition, the source's version that it shows, and an ETag of its own; 404 not-found for a list that is no view")
    func status() throws {
        let client = try Self.made()
        let reply = try client.get("/lists/v/view")
        #expect(reply.memberNames == ["list", "view", "source", "current"], "\(reply.text)")
        #expect(reply.at(each: "list", "view.of", "source", "current") == "v l 1 true")
        #expect(reply.header("Cache-Control") == "no-cache" && reply.header("List-Version") == "1")
        let tag = try #require(reply.header("ETag"))
        try #expect(client.get("/lists/v/view", ["If-None-Match": tag]).status == 304)
        try client.patch("/lists/l/items/@b", #"{"x":1}"#)
        let next = try client.get("/lists/v/view", ["If-None-Match": tag])
        #expect(next.at("source") == "2" && next.header("List-Version") == "1")
        try #expect(client.get("/lists/l/view").outcome == "404 not-found")
        try #expect(client.get("/lists/none/view").outcome == "404 list-not-found")
        try #expect(client.get("/lists/v/view?at=1").outcome == "400 bad-parameter at")
        try client.put("/lists/w", #"{"view":{"of":"nothing"}}"#)
        try #expect(client.get("/lists/w/view").at(each: "source", "current") == "null true")
    }

    @Test("GET /lists?of=ID shows only the views of that list, with prefix, limit and after")
    func index() throws {
        let client = try Self.made()
        for id in ["va", "vb", "w"] { try client.put("/lists/\(id)", #"{"view":{"of":"l"}}"#) }
        try client.put("/lists/vc", #"{"view":{"of":"m"}}"#)
        func ids(_ query: String) throws -> String {
            let reply = try client.get("/lists?\(query)")
            let lists = try reply.object["lists"] as? [[String: Any]] ?? []
            return lists.map { $0["id"] as? String ?? "?" }.joined(separator: " ") + " " + reply.at("next")
        }
        try #expect(ids("of=l") == "v va vb w null")
        try #expect(ids("of=l&prefix=v") == "v va vb null")
        try #expect(ids("of=l&limit=2") == "v va va")
        try #expect(ids("of=l&limit=2&after=va") == "vb w null")
        try #expect(ids("of=m") == "vc null" && ids("of=none") == " null")
        try #expect(client.get("/lists?of=-").outcome == "400 bad-parameter of")
        try client.delete("/lists/vb")
        try #expect(ids("of=l") == "v va w null")
    }

    @Test("of stays what it is; a view is no source; the view of no list is empty and fills")
    func sources() throws {
        let client = try Self.made()
        try #expect(client.put("/lists/v", #"{"view":{"of":"m"}}"#).outcome == "422 invalid-value /view/of")
        try #expect(client.patch("/lists/v", #"{"view":{"of":"m"}}"#).outcome == "422 invalid-value /view/of")
        try #expect(client.put("/lists/w", #"{"view":{"of":"v"}}"#).outcome == "422 invalid-value /view/of")
        try #expect(client.put("/lists/w", #"{"view":{"of":"w"}}"#).outcome == "422 invalid-value /view/of")
        try #expect(client.put("/lists/w", #"{"view":{"of":"later"}}"#).at("itemCount") == "0")
        try client.put("/lists/later", "[1,2]")
        try #expect(client.get("/lists/w").at(each: "version", "itemCount") == "2 2")
        // A view that is made later under an id is to the views of that id as no list.
        try client.put("/lists/x", #"{"view":{"of":"y"}}"#)
        try client.put("/lists/y", #"{"view":{"of":"l"}}"#)
        try #expect(client.get("/lists/x").at(each: "version", "itemCount") == "1 0")
        try client.patch("/lists/l/items/@a", #"{"k":9}"#)
        try #expect(client.get("/lists/x").at("version") == "1")
        try client.delete("/lists/y")
        try client.put("/lists/y", "[1]")
        try #expect(client.get("/lists/x").at(each: "version", "itemCount") == "2 1")
    }

    @Test("The source is deleted: one more version without items, and none before it can be read; it is made again: the view fills")
    func ends() throws {
        let client = try Self.made()
        try client.put("/lists/empty", #"{"view":{"of":"l","where":{"value":"/k","equals":99}}}"#)
        try client.delete("/lists/l")
        try #expect(client.get("/lists/v").at(each: "version", "itemCount", "sectionCount") == "2 0 0")
        let gone = try client.get("/lists/v?at=1")
        #expect(gone.outcome == "410 version-gone" && gone.at(each: "oldest", "head") == "2 2")
        try #expect(client.get("/lists/v/changes?since=1").outcome == "410 version-gone")
        try #expect(client.get("/lists/v/view").at(each: "source", "current") == "null true")
        try #expect(client.version("empty") == "1")
        try client.put("/lists/l", #"{"sections":[{"id":"F","items":[{"id":"a","value":{"k":1}}]}]}"#)
        try #expect(client.get("/lists/v").at(each: "version", "itemCount") == "3 1")
        try #expect(client.get("/lists/v/items/@a").at("revision") == "3")
        try #expect(client.get("/lists/v/changes?since=2").at("stages.0.sections.inserted.0.section.id") == "F")
    }

    @Test("DELETE ends the view alone, and its versions go on when it is made again")
    func deletes() throws {
        let client = try Self.made()
        try #expect(client.delete("/lists/v").header("List-Version") == "2")
        try #expect(client.get("/lists/l").status == 200)
        try client.patch("/lists/l/items/@b", #"{"k":1}"#)
        try #expect(client.get("/lists/v").outcome == "404 list-not-found")
        try #expect(client.put("/lists/v", #"{"view":{"of":"l"}}"#).at("version") == "3")
        try #expect(client.delete("/lists/l").status == 204 && client.put("/lists/l", "[]").status == 201)
    }

    @Test("Bounds: limits.views views of one list, a definition of 16 KiB")
    func bounds() throws {
        let client = try Self.made { $0.api.limits.views = 2 }
        try #expect(client.put("/lists/w", #"{"view":{"of":"l"}}"#).status == 201)
        try #expect(client.put("/lists/x", #"{"view":{"of":"l"}}"#).outcome == "422 limit-exceeded /view/of")
        try #expect(client.put("/lists/x", #"{"view":{"of":"m"}}"#).status == 201)
        try #expect(client.put("/lists/w", #"{"title":"W","view":{"of":"l"}}"#).status == 200)
        try client.delete("/lists/w")
        try #expect(client.put("/lists/y", #"{"view":{"of":"l"}}"#).status == 201)
        let long = String(repeating: "x", count: 16 << 10)
        let reply = try client.put("/lists/v", #"{"view":{"of":"l","where":{"value":"","equals":"\#(long)"}}}"#)
        #expect(reply.outcome == "422 limit-exceeded /view")
    }

    @Test("The export of a view put elsewhere makes a plain list")
    func export() throws {
        let client = try Self.made()
        let lines = try client.get("/lists/v/export").text
        #expect(lines.contains(#""view":{"of":"l""#))
        let copy = try client.put("/lists/copy", lines, ["Content-Type": "application/x-ndjson"])
        #expect(copy.status == 201 && !copy.memberNames.contains("view"), "\(copy.text)")
        try #expect(client.order("copy") == "a c | d")
    }
}
