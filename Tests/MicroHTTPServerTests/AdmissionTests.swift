import HTTPServing
import MicroHTTPServer
import Testing

@Suite("Requests decided by their headers")
struct AdmissionTests {
    private func head(_ target: String, _ more: String) -> String { "PUT \(target) HTTP/1.1\r\nHost: t\r\n\(more)\r\n\r\n" }

    @Test(
        "a refusal is sent before the body, without 100 Continue, and the connection ends",
        arguments: ["Content-Length: 3000000", "Content-Length: 3000000\r\nExpect: 100-continue", "Transfer-Encoding: chunked"])
    func refused(framing: String) throws {
        let seen = SeenRequests()
        let server = try TestServer(answer: { seen.answer($0) })
        for sends in [false, true] {
            let connection = try server.connect()
            connection.send(head("/admits/nobody", framing))
            if sends, framing.hasPrefix("C") { connection.send([UInt8](repeating: 1, count: 3_000_000)) }
            let response = try connection.response()
            #expect(response.status == 401 && response.text == "refused" && response["connection"] == "close")
            #expect(connection.readToEnd().isEmpty)
        }
        #expect(seen.all.isEmpty)
        #expect(try server.request("PUT /admits/nobody HTTP/1.1\r\nContent-Length: 0").status == 200)
        #expect(try server.request("GET /admits/nobody HTTP/1.1").status == 200)
    }

    @Test("a refused body that has come with its headers is thrown away, and the connection goes on", .readsLibraryMemory)
    func refusedWhole() throws {
        let server = try TestServer()
        let connection = try server.connect()
        for size in [1, 10, 3_000] {
            connection.send(head("/admits/nobody", "Content-Length: \(size)") + String(repeating: "x", count: size))
            let response = try connection.response()
            #expect(response.status == 401 && response["connection"] == nil)
            connection.send("GET /next HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(try connection.response().text == "path /next")
        }
        connection.send(head("/admits/nobody", "Content-Length: 20000") + String(repeating: "x", count: 20_000))
        #expect(try connection.response()["connection"] == "close")
    }

    @Test("a body longer than its route's limit is 413, by its length at once and in chunks in the middle")
    func limits() throws {
        let server = try TestServer { .text("\($0.body.count) \($0.isAdmitted)") }
        #expect(
            try server.request("PUT /admits/ten HTTP/1.1\r\nContent-Length: 10", body: [UInt8](repeating: 1, count: 10)).text == "10 true")
        #expect(try server.request("PUT /admits/ten HTTP/1.1").text == "0 false")
        #expect(try server.request("PUT /admits/ten HTTP/1.1\r\nContent-Length: 11\r\nExpect: 100-continue").status == 413)
        let chunked = try server.connect()
        chunked.send(head("/admits/ten", "Transfer-Encoding: chunked") + "B\r\nabcdefghijk\r\n")
        #expect(try chunked.response().status == 413)
        #expect(try server.request("PUT / HTTP/1.1\r\nContent-Length: 11", body: [UInt8](repeating: 1, count: 11)).text == "11 true")
    }
}
