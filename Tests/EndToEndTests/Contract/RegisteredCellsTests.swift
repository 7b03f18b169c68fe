import Foundation
import Testing

@Suite("Contract §5: answers to reads by registered types")
struct RegisteredCellsTests {
    private static func client() throws -> ContractClient {
        let client = try ContractClient()
        try client.put("/lists/l", #"[[{"a":1}]]"#)
        try client.put("/lists/l", #"{"sections":[{"items":[{"id":"a","type":"CardModel","value":1},{"id":"b","value":2}]}]}"#)
        return client
    }

    private static func register(_ client: ContractClient, _ type: String, _ body: String) throws {
        let reply = try client.put("/cell-types/\(type)", body)
        try #require(reply.status == 201 || reply.status == 200, "\(reply.text)")
    }

    @Test("A registered cell is shown from then on, in every version, and the tag changes with it")
    func registered() throws {
        let client = try Self.client()
        var tags: [String] = []
        for cell in [nil, "BigCard", "SmallCard"] {
            if let cell { try Self.register(client, "CardModel", "{\"reuseIdentifier\":\"\(cell)\",\"estimatedHeight\":44.50}") }
            for target in ["/lists/l/items", "/lists/l/items?at=2", "/lists/l/items/@a", "/lists/l/geometry", "/lists/l/sections?items=1"] {
                // Asked for thrice, so that a cache answers as well.
                for _ in 0..<3 { try #expect(client.get(target).text.contains("\"\(cell ?? "CardCell")\""), "\(target)") }
            }
            tags.append(try #require(client.get("/lists/l/items").header("ETag")))
            let pinned = try client.get("/lists/l/items?at=2").header("Cache-Control")
            #expect(pinned == (cell == nil ? "max-age=31536000, immutable" : "no-cache"))
            if cell != nil { try #expect(client.get("/lists/l/geometry").text.contains("44.50]")) }
        }
        #expect(Set(tags).count == 3 && tags[0] == "\"v2\"")
        try #expect(client.get("/lists/l").header("ETag") == "\"v2\"")
        try #expect(client.delete("/cell-types/CardModel").status == 204)
        try #expect(client.get("/lists/l/items").text.contains("\"CardCell\""))
        try #expect(client.get("/lists/l/items").header("ETag") != "\"v2\"")
    }

    @Test("A client gets the nearest type on the chain of fallbacks that it knows, over types that are not registered too")
    func fallbacks() throws {
        let client = try Self.client()
        try Self.register(client, "CardModel", #"{"fallback":"RowModel"}"#)
        try Self.register(client, "RowModel", #"{"fallback":"Text","reuseIdentifier":"Line"}"#)
        for (known, type, cell) in [
            ("CardModel,Text", "\"CardModel\"", "CardCell"), ("Text, RowModel", "\"RowModel\"", "Line"), ("Text", "\"Text\"", "Text"),
            ("Other", "null", "UnsupportedCell"),
        ] {
            let item = try client.get("/lists/l/items/@a", ["Accept-Cell-Types": known])
            #expect(item.text.contains("\"type\":\(type),\"cell\":\"\(cell)\""), "\(known): \(item.text)")
        }
    }
}
