import Foundation
import Testing

@Suite("Contract §3: bodies and answers")
struct BodiesTests {
    static let bodied: [(String, String, String)] = [
        ("PUT", "/lists/l", "[1]"), ("PATCH", "/lists/l", #"{"title":"x"}"#), ("POST", "/lists/l/sections", #"{"section":{}}"#),
        ("PATCH", "/lists/l/sections/@F", #"{"footer":1}"#), ("POST", "/lists/l/sections/@F/move", #"{"index":1}"#),
        ("POST", "/lists/l/sections/@F/items", #"{"item":{"value":1}}"#), ("PUT", "/lists/l/items/@b", "7"),
        ("PATCH", "/lists/l/items/@b", "7"), ("POST", "/lists/l/items/@b/move", #"{"to":[0,0]}"#), ("PUT", "/items/0-1?list=l", "7"),
        ("PATCH", "/items/0-1?list=l", "7"),
    ]

    @Test("A body without Content-Type is JSON; so is application/json, with charset utf-8 too", arguments: bodied)
    func json(method: String, target: String, body: String) throws {
        let client = try ContractClient()
        for type in [nil, "application/json", "application/json; charset=utf-8", "Application/JSON;charset=\"UTF-8\""] {
            try client.putLetters()
            let reply = try client.send(method, target, type.map { ["Content-Type": $0] } ?? [:], body)
            #expect((200..<300).contains(reply.status), "\(reply.text)")
            #expect(reply.header("Content-Type") == "application/json")
            try client.delete("/lists/l")
        }
    }

    @Test(
        "A form is a 415 whose detail names -H 'Content-Type: application/json'; a charset other than utf-8 and another type are 415",
        arguments: bodied)
    func otherTypes(method: String, target: String, body: String) throws {
        let client = try ContractClient()
        try client.putLetters()
        let form = try client.send(method, target, ["Content-Type": "application/x-www-form-urlencoded"], body)
        #expect(form.outcome == "415 unsupported-media-type" && form.at("detail").contains("-H 'Content-Type: application/json'"))
        for type in ["application/json; charset=iso-8859-1", "text/plain", "application/xml", "json"] {
            let reply = try client.send(method, target, ["Content-Type": type], body)
            #expect(reply.outcome == "415 unsupported-media-type", "\(type)")
            #expect((reply.header("Accept-Patch") != nil) == (method == "PATCH"), "\(type)")
        }
        try #expect(client.version() == "1")
    }

    @Test("Where there is no content, its type is not looked at")
    func noContent() throws {
        let client = try ContractClient()
        try client.putLetters()
        let made = try client.post("/webhooks", #"{"url":"https://93.184.215.14/hooks"}"#)
        let webhook = "/webhooks/\(made.at("id"))"
        let types = ["application/x-www-form-urlencoded", "application/octet-stream", "text/plain; charset=latin1", "nonsense"]
        for headers in types.map({ ["Content-Type": $0] }) + [["Content-Type": "text/csv", "Content-Encoding": "gzip"]] {
            for path in ["select", "deselect", "actions/a"] {
                try #expect(client.post("/lists/l/items/0-0/\(path)", "", headers).status == 202, "\(path) \(headers)")
            }
            for (path, status) in [("test", 202), ("rotate-secret", 200), ("enable", 200)] {
                try #expect(client.post("\(webhook)/\(path)", "", headers).status == status, "\(path) \(headers)")
            }
            // A body that is needed is missed for what it is.
            try #expect(client.put("/lists/l", "", headers).outcome.hasPrefix("400 malformed-json"), "\(headers)")
            try #expect(client.post("/lists/l/items/0-0/select", "{}", headers).status == 415, "\(headers)")
        }
    }

    @Test("Where a body in chunks has no content, its type is not looked at either")
    func noChunks() throws {
        let client = try ContractClient()
        try client.putLetters()
        let webhook = "/webhooks/\(try client.post("/webhooks", #"{"url":"https://93.184.215.14/hooks"}"#).at("id"))"
        let paths = ["select", "deselect", "actions/a"].map { "/lists/l/items/0-0/\($0)" } + ["\(webhook)/test", "\(webhook)/enable"]
        for path in paths {
            for (chunks, isRefused) in [("0\r\n\r\n", false), ("2\r\n{}\r\n0\r\n\r\n", true)] {
                let connection = try client.server.connect()
                try connection.write(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
                let status = try connection.readReply().status
                #expect(isRefused ? status == 415 : status < 300, "\(path) \(status)")
            }
        }
    }

    @Test("415 on a PATCH carries Accept-Patch")
    func acceptPatch() throws {
        let client = try ContractClient()
        try client.putLetters()
        func types(_ target: String) throws -> Set<String> {
            let reply = try client.patch(target, "x", ["Content-Type": "text/plain"])
            return Set((reply.header("Accept-Patch") ?? "").components(separatedBy: ", "))
        }
        let item: Set = ["application/merge-patch+json", "application/json-patch+json", "application/json"]
        try #expect(types("/lists/l/items/@b") == item && types("/items/0-1?list=l") == item)
        try #expect(types("/lists/l") == ["application/merge-patch+json", "application/json"])
        try #expect(types("/lists/l/sections/0") == ["application/merge-patch+json", "application/json"])
        try #expect(client.patch("/lists/l", "[]", ["Content-Type": "application/json-patch+json"]).status == 415)
    }

    @Test("An empty body where JSON is needed is 400", arguments: bodied)
    func empty(method: String, target: String, body: String) throws {
        let client = try ContractClient()
        try client.putLetters()
        for nothing in ["", " \n"] { try #expect(client.send(method, target, [:], nothing).outcome.hasPrefix("400 malformed-json")) }
        try #expect(client.send(method, target).outcome.hasPrefix("400 malformed-json"))
    }

    @Test("Prefer: return=minimal answers 204, or 201 with Location and no body; echoed in Preference-Applied", arguments: bodied)
    func minimal(method: String, target: String, body: String) throws {
        let client = try ContractClient()
        try client.putLetters()
        let reply = try client.send(method, target, ["Prefer": "return=minimal"], body)
        let makes = ["/lists/l/sections", "/lists/l/sections/@F/items"].contains(target)
        #expect(reply.status == (makes ? 201 : 204) && reply.body.isEmpty && (reply.header("Location") != nil) == makes)
        #expect(
            reply.header("Preference-Applied") == "return=minimal" && reply.header("List-Version") == "2" && reply.header("ETag") != nil)
        #expect(reply.header("Content-Type") == nil)
        #expect((reply.header("Content-Location") != nil) == (target.contains("@b") || target.hasPrefix("/items/")))
    }

    @Test("Prefer: return=representation is the default, and is echoed; what is unknown is passed over; an error is never minimal")
    func representation() throws {
        let client = try ContractClient()
        try #expect(client.put("/lists/m", "[]", ["Prefer": "return=minimal"]).status == 201)
        try #expect(client.get("/lists/m").status == 200)
        try client.putLetters()
        let reply = try client.put("/lists/l/items/@b", "1", ["Prefer": "respond-async, return=representation; x=y"])
        #expect(reply.at("value") == "1" && reply.header("Preference-Applied") == "return=representation")
        for unknown in ["return=everything", "handling=lenient"] {
            let reply = try client.put("/lists/l/items/@b", "2", ["Prefer": unknown])
            #expect(reply.at("value") == "2" && reply.header("Preference-Applied") == nil)
        }
        let failed = try client.put("/lists/l/items/@zz", "1", ["Prefer": "return=minimal"])
        #expect(failed.outcome == "404 item-not-found" && failed.header("Preference-Applied") == nil)
        try #expect(client.get("/lists/l", ["Prefer": "return=minimal"]).at("id") == "l")
    }

    @Test(
        "Every 2xx answer to a write carries List-Version and the ETag of what it changed; a Section or Item in it has list",
        arguments: bodied)
    func headers(method: String, target: String, body: String) throws {
        let client = try ContractClient()
        try client.putLetters()
        let reply = try client.send(method, target, [:], body)
        #expect(reply.header("List-Version") == "2")
        let isItem = target.contains("/items/")
        #expect(reply.header("ETag")?.hasPrefix(isItem ? "\"r" : "\"v2\"") == true, "\(reply.header("ETag") ?? "")")
        if target != "/lists/l", !target.hasSuffix("/sections/@F/items") { #expect(reply.at("list") == "l", "\(reply.text)") }
        if target.hasSuffix("/sections/@F/items") { #expect(reply.at("items.0.list") == "l", "\(reply.text)") }
    }

    @Test("Once only: with an Idempotency-Key a write is done once and answered again, with Idempotency-Replayed: true")
    func idempotency() throws {
        let client = try ContractClient()
        try client.putLetters()
        let key = ["Idempotency-Key": "k-1"]
        let first = try client.post("/lists/l/sections", #"{"section":{"id":"H"}}"#, key)
        let second = try client.post("/lists/l/sections", #"{"section":{"id":"H"}}"#, key)
        #expect(second.status == 201 && second.body == first.body && second.header("Idempotency-Replayed") == "true")
        #expect(first.header("Idempotency-Replayed") == nil && second.header("Location") == first.header("Location"))
        try #expect(client.version() == "2")
        try #expect(
            client.post("/lists/l/sections", #"{"section":{"id":"I"}}"#, key).outcome == "422 idempotency-key-reused Idempotency-Key")
    }

    @Test("A client that hangs up neither undoes nor doubles its write")
    func hangsUp() throws {
        let client = try ContractClient()
        try client.put("/lists/l", "[]")
        try client.post("/lists/l/sections", #"{"section":{"id":"S"}}"#)
        for number in 0..<20 {
            let body = "{\"item\":{\"id\":\"i\(number)\",\"value\":1}}"
            let leaving = try client.server.connect()
            let head = "POST /lists/l/sections/@S/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)"
            try leaving.write("\(head)\r\n\r\n\(body)")
        }
        // Each arrives once or never; a retry tells which, and none stands twice.
        for number in 0..<20 {
            let reply = try client.post("/lists/l/sections/@S/items", "{\"item\":{\"id\":\"i\(number)\",\"value\":1}}")
            #expect(reply.outcome == "201" || reply.outcome == "409 id-taken /item")
        }
        try #expect(client.get("/lists/l").at("itemCount") == "20")
    }
}
