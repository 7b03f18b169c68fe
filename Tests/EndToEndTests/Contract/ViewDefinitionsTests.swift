import Foundation
import Testing

import Settings
@testable import sectional

@Suite("Contract §9: what a definition gives")
struct ViewDefinitionsTests {
    /// A source of cities, and `v`, which each test defines.
    private static func made() throws -> ContractClient {
        let client = try ContractClient()
        let cities = [
            ("par", "Paris", "FR", 2_100), ("lyo", "Lyon", "FR", 520), ("rom", "Roma", "IT", 2_800), ("ang", "Ängelholm", "SE", 42),
            ("lod", "Łódź", "PL", 670), ("ber", "Berlin", "DE", 3_700), ("non", "1789", "", 0),
        ]
        let items = cities.map { id, name, country, size in
            "{\"id\":\"\(id)\",\"value\":{\"name\":\"\(name)\",\"size\":\(size)\(country.isEmpty ? "" : ",\"country\":\"\(country)\"")}}"
        }
        try client.put("/lists/l", "{\"sections\":[{\"id\":\"S\",\"items\":[\(items.joined(separator: ","))]}]}")
        return client
    }

    /// The sections of `v` with their headers and items, as a definition makes them.
    private static func shown(_ client: ContractClient, _ rest: String) throws -> String {
        let reply = try client.put("/lists/v", "{\"view\":{\"of\":\"l\"\(rest.isEmpty ? "" : ",")\(rest)}}")
        guard reply.status < 300 else { return reply.outcome }
        let page = try client.get("/lists/v/sections?items=50")
        let sections = try page.object["sections"] as? [[String: Any]] ?? []
        return sections.map { section in
            let items = (section["items"] as? [[String: Any]] ?? []).map { $0["id"] as? String ?? "?" }.joined(separator: " ")
            return "\(section["id"] ?? "")(\(section["header"] as? String ?? "null")): \(items)"
        }.joined(separator: "; ")
    }

    @Test("Filter, section, sort and cut")
    func steps() throws {
        let client = try Self.made()
        try #expect(Self.shown(client, "") == "S(null): par lyo rom ang lod ber non")
        try #expect(Self.shown(client, #""where":{"value":"/size","atLeast":1000}"#) == "S(null): par rom ber")
        try #expect(
            Self.shown(client, #""sectionBy":{"value":"/country"},"sortBy":[{"value":"/size","order":"descending"}]"#)
                == "DE(DE): ber; FR(FR): par lyo; IT(IT): rom; PL(PL): lod; SE(SE): ang; ~(null): non")
        try #expect(
            Self.shown(client, #""sectionBy":{"value":"/name","as":"initial"},"sortBy":["/name"]"#)
                == "A(A): ang; B(B): ber; L(L): lod lyo; P(P): par; R(R): rom; #(#): non")
        try #expect(
            Self.shown(client, #""sectionBy":"none","sortBy":[{"value":"/size","order":"descending"}],"limit":3"#)
                == "all(null): ber rom par")
        try #expect(
            Self.shown(
                client, #""sectionBy":"none","where":{"any":[{"item":"id","in":["rom","ang"]},{"not":{"value":"/country","exists":true}}]}"#
            )
                == "all(null): rom ang non")
    }

    @Test("A limit is a window that refills, an edit of a key moves, and an emptied group goes")
    func follows() throws {
        let client = try Self.made()
        _ = try Self.shown(client, #""sectionBy":{"value":"/country"},"sortBy":["/name"],"limit":3"#)
        try #expect(client.order("v") == "ber | lyo par")
        try client.delete("/lists/l/items/@ber")
        try #expect(client.order("v") == "lyo par | rom")
        try client.patch("/lists/l/items/@lyo", #"{"country":"IT"}"#)
        try #expect(client.order("v") == "par | lyo rom")
        let moved = try client.get("/lists/v/changes?since=2&to=3")
        #expect(moved.at("stages.0.items.moved.0.id") == "lyo", "\(moved.text)")
        try client.patch("/lists/v/items/@par", #"{"country":null}"#)
        try #expect(client.order("v") == "lyo rom | lod")
    }

    @Test(
        "What is malformed is 422 with a pointer from /view on",
        arguments: [
            (#"{"of":"l","nope":1}"#, "422 unknown-key /view/nope"), (#"{"of":7}"#, "422 invalid-value /view/of"),
            (#"{"of":"l","where":{"value":"x","equals":1}}"#, "422 invalid-value /view/where/value"),
            (#"{"of":"l","where":{"all":[{"value":"","less":1,"greater":2}]}}"#, "422 invalid-value /view/where/all/0"),
            (#"{"of":"l","sortBy":[]}"#, "422 invalid-value /view/sortBy"), (#"{"of":"l","limit":0}"#, "422 invalid-value /view/limit"),
            (#"{"of":"l","sortBy":["/a","/b","/c","/d","/e"]}"#, "422 limit-exceeded /view/sortBy"), (#"[]"#, "422 invalid-value /view"),
        ])
    func faults(view: String, outcome: String) throws {
        let client = try Self.made()
        let reply = try client.put("/lists/v", "{\"view\":\(view)}")
        #expect(reply.outcome.hasPrefix(outcome), "\(reply.text)")
        try #expect(client.get("/lists/v").outcome == "404 list-not-found")
    }

    @Test("null is as if absent, and a merge patch takes parts of a definition away")
    func nulls() throws {
        let client = try Self.made()
        try #expect(
            Self.shown(client, #""where":null,"sectionBy":null,"sortBy":null,"limit":null"#) == "S(null): par lyo rom ang lod ber non")
        let patched = try client.patch("/lists/v", #"{"view":{"limit":2,"where":{"value":"/country","equals":"FR"}}}"#)
        #expect(patched.outcome == "200" && patched.at(each: "itemCount", "view.limit") == "2 2", "\(patched.text)")
        try #expect(client.patch("/lists/v", #"{"view":{"limit":0}}"#).outcome == "422 invalid-value /view/limit")
        try #expect(
            client.patch("/lists/v", #"{"view":{"limit":null,"where":null}}"#).at("view") == #"{"of":"l","sectionBy":null,"sortBy":null}"#)
    }
}
