import Foundation
import Synchronization
import Testing

import Settings
import ListAPI
@testable import sectional

@Suite("Followers beside writers")
struct FollowerTests {
    private let folder: TestFolder
    private let server: TestServer

    init() throws {
        folder = try TestFolder()
        server = try TestServer(database: folder.database)
    }

    /// Writes from several threads until `body` has returned.
    private func writing(_ lists: [String], seed: UInt64, _ body: () throws -> Void) throws {
        let isDone = Atomic<Bool>(false)
        let failures = Mutex<[String]>([])
        for list in lists { #expect(try server.connect().send("PUT", "/lists/\(list)", body: ListScribbler.content).status == 201) }
        let group = DispatchGroup()
        for worker in 0..<4 {
            Thread.detachNewThread(in: group) { [server] in
                do {
                    let client = try server.connect()
                    var scribbler = ListScribbler(lists[worker % lists.count], seed: seed &+ UInt64(worker))
                    while !isDone.load(ordering: .relaxed) { _ = try scribbler.write(client) }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
        }
        defer {
            isDone.store(true, ordering: .relaxed)
            group.wait()
            #expect(failures.withLock { $0 } == [], "seed \(seed)")
        }
        try body()
    }

    @Test("get every version from the one that they begin with, however many connect while lists change")
    func race() throws {
        let seed = UInt64.random(in: .min ... .max)
        try writing(["a", "b"], seed: seed) {
            for round in 0..<120 {
                let list = round % 2 == 0 ? "a" : "b"
                let stream = try EventReader("/lists/\(list)/events", port: server.port)
                let start = try #require(stream.head.header("List-Version").flatMap { Int($0) })
                let ids = try stream.next(5).map(\.id)
                #expect(ids == (1...5).map { "\(start + $0)" }, "seed \(seed)")
                let resumed = try EventReader("/lists/\(list)/events?since=\(start + 2)", port: server.port)
                #expect(try resumed.next(4).map(\.id) == (3...6).map { "\(start + $0)" }, "seed \(seed)")
            }
        }
    }

    @Test("sleep through no write, though nothing follows that would wake them")
    func loneWrites() throws {
        let folder = try TestFolder()
        let server = try TestServer(database: folder.database) { $0.api.heartbeat = 3_600 }
        let (client, other) = (try server.connect(), try server.connect())
        #expect(try client.send("PUT", "/lists/a", body: "[[0]]").status == 201)
        let stream = try EventReader("/lists/a/events", port: server.port)
        var head = 1
        for round in 0..<300 {
            // Three at once: the later ones come while the stream is being read, or is about to wait.
            for (index, connection) in [client, other, client].enumerated() {
                try connection.write(
                    "PUT /lists/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n[[\(10_000 + round * 3 + index)]]")
            }
            let late = try EventReader("/lists/a/events?since=\(head)", port: server.port)
            for reader in [stream, late] { #expect(try reader.next(3).map(\.id) == (1...3).map { "\(head + $0)" }) }
            for connection in [client, other, client] { #expect(try connection.readReply().status == 200) }
            head += 3
        }
    }

    @Test("who only apply changes, or events of one list or of two, end equal to the export")
    func equal() throws {
        let seed = UInt64.random(in: .min ... .max)
        var ends: [(String, FollowedDocument)] = []
        try writing(["a", "b"], seed: seed) {
            let one = try EventReader("/lists/a/events?since=0", port: server.port)
            let two = try EventReader("/events?lists=a,b", port: server.port)
            var document = FollowedDocument()
            for event in try one.next(600) {
                try document.apply(event.object) { try whole("a", $0) }
                #expect(event.id == "\(document.version)")
            }
            ends.append(("a", document))
            var documents: [String: FollowedDocument] = [:]
            for event in try two.next(600) {
                let changes = try event.object
                let list = try #require(changes["list"] as? String)
                var document = try documents[list] ?? whole(list, event.number("from"))
                try document.apply(changes) { try whole(list, $0) }
                documents[list] = document
            }
            ends += documents.map { ($0.key, $0.value) }
            for list in ["a", "b"] {
                var document = FollowedDocument()
                let client = try server.connect()
                for _ in 0..<150 {
                    let reply = try client.get("/lists/\(list)/changes?since=\(document.version)&wait=10")
                    try #require(reply.status == 200, "\(reply.text)")
                    try document.apply(reply.object) { try whole(list, $0) }
                }
                ends.append((list, document))
            }
        }
        for (list, document) in ends { #expect(try document == whole(list, document.version), "\(list), seed \(seed)") }
        #expect(ends.count == 5)
    }

    @Test("who want an event at most once in an interval end equal to the export, with any max")
    func paced() throws {
        let seed = UInt64.random(in: .min ... .max)
        var ends: [(String, FollowedDocument)] = []
        try writing(["a", "b"], seed: seed) {
            for query in ["every=100", "every=100&max=4", "every=170&max=10000"] {
                var documents: [String: FollowedDocument] = ["a": FollowedDocument()]
                var merged = 0
                let one = try EventReader("/lists/a/events?since=0&\(query)", port: server.port)
                for event in try one.next(8) {
                    if try event.number("to") > event.number("from") + 1 { merged += 1 }
                    try documents["a"]?.apply(event.object) { try whole("a", $0) }
                    #expect(event.id == "\(documents["a"]?.version ?? 0)")
                }
                #expect(merged > 0)
                let two = try EventReader("/events?lists=a,b&\(query)", port: server.port)
                documents["a"] = nil
                for event in try two.next(12) {
                    let changes = try event.object
                    let list = try #require(changes["list"] as? String)
                    var document = try documents[list] ?? whole(list, event.number("from"))
                    try document.apply(changes) { try whole(list, $0) }
                    documents[list] = document
                }
                ends += documents.map { ($0.key, $0.value) }
            }
        }
        for (list, document) in ends { #expect(try document == whole(list, document.version), "\(list), seed \(seed)") }
        #expect(ends.count == 6)
    }

    private func whole(_ list: String, _ version: Int) throws -> FollowedDocument {
        try FollowedDocument(export: server.connect().get("/lists/\(list)/export?at=\(version)").text)
    }
}

extension Thread {
    /// Runs a block on a thread of its own, which the group waits for.
    static func detachNewThread(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        detachNewThread {
            body()
            group.leave()
        }
    }
}
