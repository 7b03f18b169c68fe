import Foundation

import Settings
@testable import sectional

/// A server of a test's own, on a database of its own, and a connection to it that is renewed where the server ends it.
final class ContractClient {
    let server: TestServer
    private let folder: TestFolder
    private var connection: HTTPConnection

    init(_ configure: (inout Settings) -> Void = { _ in }) throws {
        folder = try TestFolder()
        server = try TestServer(database: folder.database, configure)
        connection = try server.connect()
    }

    /// Sends a request and reads its response.
    @discardableResult
    func send(_ method: String, _ target: String, _ headers: [String: String] = [:], _ body: String? = nil) throws -> HTTPReply {
        let reply = try connection.send(method, target, headers, body: body)
        if reply.header("Connection")?.lowercased() == "close" { connection = try server.connect() }
        return reply
    }

    func get(_ target: String, _ headers: [String: String] = [:]) throws -> HTTPReply { try send("GET", target, headers) }

    @discardableResult
    func put(_ target: String, _ body: String, _ headers: [String: String] = [:]) throws -> HTTPReply {
        try send("PUT", target, headers, body)
    }

    @discardableResult
    func patch(_ target: String, _ body: String, _ headers: [String: String] = [:]) throws -> HTTPReply {
        try send("PATCH", target, headers, body)
    }

    @discardableResult
    func post(_ target: String, _ body: String, _ headers: [String: String] = [:]) throws -> HTTPReply {
        try send("POST", target, headers, body)
    }

    @discardableResult
    func delete(_ target: String, _ headers: [String: String] = [:]) throws -> HTTPReply { try send("DELETE", target, headers) }

    /// Sends a list's content as NDJSON.
    @discardableResult
    func putLines(_ target: String, _ lines: String...) throws -> HTTPReply {
        try put(target, lines.map { $0 + "\n" }.joined(), ["Content-Type": "application/x-ndjson"])
    }

    /// Puts `/lists/l`: a section `F` with the items `a`, `b`, `c`, and a section `G` with `d`, each with its id as its value.
    @discardableResult
    func putLetters() throws -> HTTPReply {
        try put(
            "/lists/l",
            """
            {"title":"Letters","sections":[
             {"id":"F","header":"First","items":[{"id":"a","value":"a"},{"id":"b","value":"b"},{"id":"c","value":"c"}]},
             {"id":"G","items":[{"id":"d","value":"d"}]}]}
            """)
    }

    /// Puts a list of one section, `S`, with the items `i0`, `i1`, … of that number.
    @discardableResult
    func putNumbers(_ list: String = "n", count: Int) throws -> HTTPReply {
        let items = (0..<count).map { "{\"id\":\"i\($0)\",\"value\":\($0)}" }.joined(separator: ",")
        return try put("/lists/\(list)", "{\"sections\":[{\"id\":\"S\",\"items\":[\(items)]}]}")
    }

    /// The ids of a list's items, section by section: `a b c | d`.
    func order(_ list: String = "l", at version: String? = nil) throws -> String {
        let reply = try get("/lists/\(list)/sections?items=50&limit=100" + (version.map { "&at=\($0)" } ?? ""))
        guard let sections = try reply.object["sections"] as? [[String: Any]] else { throw TestFailure(reply.text) }
        return sections.map { section in
            (section["items"] as? [[String: Any]] ?? []).map { $0["id"] as? String ?? "?" }.joined(separator: " ")
        }.joined(separator: " | ")
    }

    /// The newest version of a list.
    func version(_ list: String = "l") throws -> String { try get("/lists/\(list)").at("version") }
}
