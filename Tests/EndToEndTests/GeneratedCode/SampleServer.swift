import Foundation

/// A server that has the sample's items and types, and the page that it answers.
struct SampleServer {
    let folder: TestFolder
    private let server: TestServer
    /// A page with an item of every type, as the server sends it.
    let page: String

    init() throws {
        folder = try TestFolder()
        server = try TestServer(database: folder.database)
        let connection = try server.connect()
        func put(_ target: String, _ body: String) throws {
            let reply = try connection.send("PUT", target, body: body)
            guard reply.status == 201 else { throw TestFailure("\(target): \(reply.text)") }
        }
        try put("/lists/sample", #"{"sections":[{"items":\#(SampleCellTypes.items)}]}"#)
        // Some of the items are not as their types say, as in a list that is older than its types.
        let answer = try JSONSerialization.jsonObject(with: Data(SampleCellTypes.answer.utf8)) as? [String: [[String: Any]]]
        for type in answer?["cellTypes"] ?? [] {
            let body = String(decoding: try JSONSerialization.data(withJSONObject: type), as: UTF8.self)
            try put("/cell-types/\(type["type"] as? String ?? "")?validate=new", body)
        }
        page = try connection.get("/lists/sample/items").text
    }

    func connect() throws -> HTTPConnection { try server.connect() }

    var url: String { "http://127.0.0.1:\(server.port)" }
}
