import Foundations
import TestSupport
import Testing

@Suite("A compressed export over the wire")
struct CompressedExportTests {
    private static func rows(_ count: Int) -> String {
        "[\((0..<count).map { "{\"row\":\($0),\"text\":\"\(String(repeating: "é", count: $0 % 90))\"}" }.joined(separator: ","))]"
    }

    private static func get(_ version: String, _ headers: String, _ server: TestServer) throws -> RawExchange.Reply {
        let request = "GET /lists/l/export HTTP/\(version)\r\nHost: localhost\r\nConnection: close\r\n\(headers)\r\n"
        return try #require(try RawExchange(Array(request.utf8), to: server.port).reply)
    }

    /// Bytes of answers that the server says it has sent by the export's route.
    private static func sent(_ connection: HTTPConnection) throws -> Int {
        let name = "sectional_http_response_bytes_total"
        return try connection.get("/metrics").text.split(separator: "\n")
            .filter { $0.hasPrefix(name) && $0.contains("/export") }
            .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
    }

    @Test("is what the command line asks for, and it writes the lines as they are")
    func commandLine() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        #expect(try connection.send("PUT", "/lists/l", body: Self.rows(5_000)).status == 201)
        let text = try CommandLineTool.run("export", "l", "--server", "http://127.0.0.1:\(server.port)")
        // A response is counted when it has been sent, which its reader may know sooner.
        try eventually("the count of the export") { try Self.sent(connection) > 0 }
        let sent = try Self.sent(connection)
        #expect(sent < text.utf8.count / 3)
        #expect(try text.utf8.elementsEqual(Self.get("1.1", "", server).body))
    }

    @Test("decodes to the export as it is, in HTTP/1.1 and HTTP/1.0, and what is counted is what was sent")
    func exports() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        var sent = 0
        for count in [0, 20, 700, 20_000] {
            #expect(try connection.send("PUT", "/lists/l", body: Self.rows(count)).status < 300)
            let plain = try Self.get("1.1", "", server)
            sent += plain.body.count
            for version in ["1.1", "1.0"] {
                let reply = try Self.get(version, "Accept-Encoding: br, gzip;q=0.5\r\n", server)
                if count == 0 {
                    #expect(reply.headers["content-encoding"] == nil && reply.body == plain.body)
                } else {
                    #expect(reply.headers["content-encoding"] == "gzip" && reply.headers["content-length"] == nil)
                    #expect(reply.headers["etag"]?.hasSuffix("-gz\"") == true && plain.headers["etag"]?.hasSuffix("-gz\"") == false)
                    #expect(reply.body.count < plain.body.count / 3)
                    #expect(Gzip.decompress(reply.body, limit: plain.body.count) == plain.body)
                }
                sent += reply.body.count
                // A response is counted when it has been sent, which its reader may know sooner.
                try eventually("\(sent) bytes as the server counts them") { try Self.sent(connection) == sent }
            }
        }
    }
}
