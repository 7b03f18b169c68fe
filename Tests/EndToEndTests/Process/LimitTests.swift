import CellTypes
import Testing

import Settings
import ListAPI
import Lists
import MicroHTTPServer
@testable import sectional

@Suite("Limits of a real server")
struct LimitTests {
    @Test("what is too large is refused with a problem that names the path, and settings say what is too large")
    func limits() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { settings in
            settings.server.bodyLimit = 100
            settings.server.targetLimit = 64
            settings.server.headerLimit = 256
            settings.api.largestPage = 7
            settings.api.defaultPage = 3
        }
        let long = String(repeating: "x", count: 300)
        let body = try server.connect().send("PUT", "/lists/hello?x=1", body: "[\"\(long)\"]")
        #expect(body.status == 413)
        #expect(body.header("Content-Type") == "application/problem+json")
        #expect(try body.object["instance"] as? String == "/lists/hello")
        #expect(try body.object["type"] as? String == "/problems/too-large")
        #expect(body.header("Request-Id") != nil)
        #expect(try server.connect().get("/lists/\(long)").status == 414)
        #expect(try server.connect().get("/lists", ["X-Long": long]).status == 431)

        let connection = try server.connect()
        #expect(try connection.send("PUT", "/lists/hello", body: "[1,2,3,4,5,6,7,8]").status == 201)
        #expect(try (connection.get("/lists/hello/items").object["items"] as? [Any])?.count == 3)
        #expect(try (connection.get("/lists/hello/items?limit=7").object["items"] as? [Any])?.count == 7)
        #expect(try connection.get("/lists/hello/items?limit=8").status == 400)
        server.stop()
    }

    @Test("the rest of the settings reaches the API")
    func settings() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { settings in
            settings.api.defaultList = ListID("hello")
            settings.api.requirePreconditions = true
            settings.api.naming = CellNaming(suffixes: ["Row": "Line"])
        }
        let connection = try server.connect()
        let content = #"{"defaultType":"DemoRow","sections":[{"items":[{"value":1},{"type":"DemoModel","value":2}]}]}"#
        #expect(try connection.send("PUT", "/lists/hello", body: content).status == 201)
        #expect(try connection.get("/items/0-0").object["cell"] as? String == "DemoLine")
        #expect(try connection.get("/items/0-1").object["cell"] as? String == "DemoModel")
        #expect(try connection.send("PUT", "/items/0-0", body: "3").status == 428)
        server.stop()
    }
}
