import Foundation
import StoreSuite
import Synchronization
import TestSupport
import Testing

@Suite("Writers that see older versions")
struct ConcurrentWritesTests {
    private static let clients = 16
    private static let rounds = 60

    @Test(
        "16 clients write by stale index paths and with If-Match while sections and items move: no write is lost or lands on another item")
    func staleIndexPaths() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database)
        let connection = try server.connect()
        try #expect(connection.send("PUT", "/lists/l", [:], body: SharedList.document).status == 201)
        let list = SharedList()
        let seed = UInt64.random(in: 0...UInt64.max)
        let isOver = Atomic<Bool>(false)
        let movers = DispatchGroup()
        for mover in 0..<2 {
            Self.run("mover \(mover)", movers, list) { try Self.move(server, mover, seed) { isOver.load(ordering: .relaxed) } }
        }
        let writers = DispatchGroup()
        for client in 0..<Self.clients {
            Self.run("client \(client)", writers, list) { try Self.write(server, list, client, seed) }
        }
        writers.wait()
        isOver.store(true, ordering: .relaxed)
        movers.wait()
        #expect(list.failures == [], "seed \(seed)")

        var found = 0
        let export = try connection.get("/lists/l/export")
        for line in export.text.split(separator: "\n") {
            guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                let item = object["item"] as? [String: Any], let id = item["id"] as? String, let value = item["value"] as? [String: Any]
            else { continue }
            found += 1
            #expect(value["me"] as? String == id, "seed \(seed)")
            #expect(value["n"] as? Int == list.additions[id] ?? 0, "seed \(seed): \(id)")
            let marks = (value["marks"] as? [String: Any]).map { Set($0.keys) }
            #expect(marks == list.marks[id] ?? [], "seed \(seed): \(id)")
        }
        #expect(found == SharedList.sections * SharedList.rows, "seed \(seed)")
        #expect(list.additions.values.reduce(0, +) >= Self.clients * Self.rounds / 4, "seed \(seed)")
        #expect(list.refusals.gone > 0 && list.refusals.conflicts > 0, "seed \(seed): \(list.refusals)")
        server.stop()
    }

    private static func run(_ name: String, _ group: DispatchGroup, _ list: SharedList, _ work: @escaping @Sendable () throws -> Void) {
        DispatchQueue(label: name).async(group: group) {
            do { try work() } catch { list.fail("\(name): \(error)") }
        }
    }

    /// Moves sections and items, and makes and deletes items that are nobody's, so that every index path comes to mean something else.
    private static func move(_ server: TestServer, _ mover: Int, _ seed: UInt64, until isOver: () -> Bool) throws {
        var random = SeededGenerator(seed: seed ^ UInt64(1_000 + mover))
        let connection = try server.connect()
        var round = 0
        while !isOver() {
            round += 1
            let section = Int.random(in: 0..<SharedList.sections, using: &random)
            let ghost = "ghost-\(mover)-\(round)"
            let item = "@\(section).\(Int.random(in: 0..<SharedList.rows, using: &random))"
            let requests: [(String, String, String?)] = [
                ("POST", "/sections/@s\(section)/move", "{\"index\":\(Int.random(in: 0..<SharedList.sections, using: &random))}"),
                ("POST", "/items/\(item)/move", "{\"to\":[\(Int.random(in: 0..<SharedList.sections, using: &random)),0]}"),
                (
                    "POST", "/sections/\(section)/items",
                    "{\"item\":{\"id\":\"\(ghost)\",\"value\":{\"me\":\"\(ghost)\",\"n\":0,\"marks\":{}}},\"index\":0}"
                ),
                ("POST", "/items/\(item)/move", "{\"before\":\"@\(ghost)\"}"), ("DELETE", "/items/@\(ghost)", nil),
            ]
            for (method, path, body) in requests {
                let reply = try connection.send(method, "/lists/l" + path, [:], body: body)
                guard (200..<300).contains(reply.status) else { throw TestFailure("\(method) \(path): \(reply.text)") }
            }
        }
    }

    /// One client: it looks at the list now and then, and writes by where it saw things.
    private static func write(_ server: TestServer, _ list: SharedList, _ client: Int, _ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed ^ UInt64(client))
        let connection = try server.connect()
        var seen = try SeenList(connection)
        for round in 0..<rounds {
            if round % 6 == 5 { seen = try SeenList(connection) }
            guard let place = seen.places.randomElement(using: &random), let other = seen.places.randomElement(using: &random) else {
                throw TestFailure("an empty list")
            }
            let mark = "\(client)-\(round)"
            switch round % 3 {
            case 0: try add(to: place, seen, connection, list)
            case 1:
                try self.mark([place.id], mark, list) {
                    try connection.send("PATCH", target(place.path, seen), jsonPatch, body: patch(place.id, mark))
                }
            default:
                let operations = [place, other].map { "{\"op\":\"patchItem\",\"item\":\"\($0.path)\",\"patch\":\(patch($0.id, mark))}" }
                let batch = "{\"at\":\(seen.version),\"operations\":[\(operations.joined(separator: ","))]}"
                try self.mark([place.id, other.id], mark, list) { try connection.send("POST", "/lists/l/batch", [:], body: batch) }
            }
        }
    }

    private static let jsonPatch = ["Content-Type": "application/json-patch+json"]

    private static func target(_ path: String, _ seen: SeenList) -> String { "/lists/l/items/\(path)?at=\(seen.version)" }

    /// A patch that puts a mark on an item, and fails on any other.
    private static func patch(_ id: String, _ mark: String) -> String {
        "[{\"op\":\"test\",\"path\":\"/me\",\"value\":\"\(id)\"},{\"op\":\"add\",\"path\":\"/marks/\(mark)\",\"value\":true}]"
    }

    private static func mark(_ ids: [String], _ mark: String, _ list: SharedList, _ send: () throws -> HTTPReply) throws {
        let reply = try send()
        if reply.status == 200 { return ids.forEach { list.marked($0, mark) } }
        // Only what is nobody's is deleted.
        guard reply.outcome.hasPrefix("409 item-gone"), ids.contains(where: { $0.hasPrefix("ghost") }) else {
            throw TestFailure(reply.text)
        }
        list.wasGone()
    }

    /// Reads an item, and writes it with one more, until nobody has written it in between.
    private static func add(to place: (path: String, id: String), _ seen: SeenList, _ connection: HTTPConnection, _ list: SharedList) throws
    {
        let item = try connection.get("/lists/l/items/\(place.path)?at=\(seen.version)")
        guard item.status == 200, item.at("id") == place.id else { throw TestFailure(item.text) }
        var (value, revision) = (item.at("value.n"), item.at("revision"))
        var marks = item.at("value.marks")
        while true {
            guard let count = Int(value) else { throw TestFailure("no count: \(value)") }
            let body = "{\"me\":\"\(place.id)\",\"n\":\(count + 1),\"marks\":\(marks)}"
            // The place is the one that was seen, the revision the one that was read last.
            let tag = "\"r\(revision)-\(place.path.replacing("-", with: "."))@\(place.id)\""
            let reply = try connection.send("PUT", target(place.path, seen), ["If-Match": tag], body: body)
            switch reply.status {
            case 200:
                guard reply.at("id") == place.id else { throw TestFailure("\(place.id): \(reply.text)") }
                return list.added(to: place.id)
            case 412:
                guard reply.at("current.id") == place.id else { throw TestFailure("\(place.id): \(reply.text)") }
                list.conflicted()
                (value, revision, marks) = (reply.at("current.value.n"), reply.at("current.revision"), reply.at("current.value.marks"))
            case 409 where reply.at("type") == "/problems/item-gone" && place.id.hasPrefix("ghost"): return list.wasGone()
            default: throw TestFailure(reply.text)
            }
        }
    }
}
