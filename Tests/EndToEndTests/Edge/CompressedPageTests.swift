import Foundations
import TestSupport
import Testing

@Suite("A long page in gzip")
struct CompressedPageTests {
    @Test("is compressed while it is sent, and decodes to the page as it is; its tag holds for the next request")
    func pieces() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        let rows = (0..<40).map { "\"\($0)\((0..<2_000).map { "\($0 * 7_919 % 10_007) " }.joined())\"" }
        #expect(try connection.send("PUT", "/lists/l", body: "[\((rows + rows + rows + rows).joined(separator: ","))]").status == 201)
        let plain = try connection.get("/lists/l/items?limit=200")
        #expect(plain.body.count > 1 << 20)
        for _ in 0..<3 {
            let reply = try connection.get("/lists/l/items?limit=200", ["Accept-Encoding": "gzip"])
            #expect(reply.header("Content-Length") == nil && reply.header("Content-Encoding") == "gzip")
            #expect(reply.body.count < plain.body.count / 2)
            #expect(Gzip.decompress(reply.body, limit: 1 << 26) == plain.body)
            let tag = try #require(reply.header("ETag"))
            #expect(tag.hasSuffix("-gz\""))
            let known = try connection.get("/lists/l/items?limit=200", ["Accept-Encoding": "gzip", "If-None-Match": tag])
            #expect(known.status == 304 && known.header("ETag") == tag)
        }
        server.stop()
    }
}
