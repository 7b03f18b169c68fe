import Foundation
import SectionalClient
import Synchronization
import TestSupport
import Testing

extension ClientWriteTests {
    @Test("keeps members that the app does not know, unless it replaces the value", .timeLimit(.minutes(2)))
    func unknownMembers() async throws {
        let client = try server.connect()
        let value = #"{"title":"t","n":0,"rating":4.50,"tags":["a"]}"#
        #expect(try client.send("PUT", "/lists/a/items/@i0-0", body: value).status == 200)
        let screen = try FollowedScreen(port: proxy.port)
        try await loaded(screen)
        let version = try await screen.provider.updateItem(at: [0, 0], value: Reading(title: "t", n: 7))
        #expect(try client.get("/lists/a/items/@i0-0").text.contains(#""value":{"title":"t","n":7,"rating":4.50,"tags":["a"]}"#))
        try await screen.wait(for: "the version") { screen.provider.version >= version }
        try await screen.provider.replaceItem(at: [0, 0], value: Reading(title: "x", n: 7))
        #expect(try !client.get("/lists/a/items/@i0-0").text.contains("rating"))
    }

    @Test("keeps such members in a batch too, which is refused where somebody else has changed one of its items", .timeLimit(.minutes(2)))
    func batches() async throws {
        let client = try server.connect()
        let value = #"{"title":"t","n":0,"rating":4.50,"tags":["a"]}"#
        for item in ["i0-0", "i0-1"] { #expect(try client.send("PUT", "/lists/a/items/@\(item)", body: value).status == 200) }
        let screen = try FollowedScreen(port: proxy.port)
        try await loaded(screen)
        let provider = screen.provider
        let patched = Task {
            try await provider.batch { batch in
                try batch.update([0, 0], value: Reading(title: "t", n: 7))
                try batch.replace([0, 1], value: Reading(title: "x", n: 7))
                try batch.delete([0, 2])
            }
        }
        try await screen.wait(for: "the edits") { provider.item(at: [0, 0])?.n == 7 }
        #expect(provider.loadedRow(at: [0, 2])?.isDeleted != false || provider.id(at: [0, 2]) != "i0-2")
        // Before its answer, over what it makes.
        let next = Task { try await provider.batch { try $0.update([0, 0], value: Reading(title: "t", n: 8)) } }
        _ = try await patched.value
        let version = try await next.value
        #expect(try client.get("/lists/a/items/@i0-0").text.contains(#""value":{"title":"t","n":8,"rating":4.50,"tags":["a"]}"#))
        #expect(try !client.get("/lists/a/items/@i0-1").text.contains("rating") && client.get("/lists/a/items/@i0-2").status == 404)
        try await screen.wait(for: "the version") { provider.version >= version }
        // What this app has changed itself is no change of somebody else's.
        let moved = try await provider.batch { try $0.move([0, 0], after: [0, 5], ifUnchanged: true) }
        try await screen.wait(for: "the move") { provider.version >= moved && provider.id(at: [0, 5]) == "i0-0" }
        let back = try await provider.batch { try $0.move([0, 5], before: [0, 0], ifUnchanged: true) }
        try await screen.wait(for: "the move back") { provider.version >= back }

        // The screen does not hear of it before it writes.
        proxy.change { $0.isStalled = true }
        #expect(try client.send("PUT", "/lists/a/items/@i0-3", body: #"{"title":"theirs","n":3}"#).status == 200)
        let row = try #require(provider.indexPath(of: "i0-3"))
        let refused = Task {
            try await provider.batch { batch in
                try batch.update([0, 0], value: Reading(title: "mine", n: 9))
                try batch.update(row, value: Reading(title: "mine", n: 9))
            }
        }
        try await screen.wait(for: "the edits") { provider.item(at: row)?.title == "mine" }
        proxy.change { $0.isStalled = false }
        await #expect {
            try await refused.value
        } throws: { error in
            guard case ListFailure.conflict(let current?, _) = error else { return false }
            return String(decoding: current, as: UTF8.self).contains("theirs")
        }
        #expect(try await screen.compare(with: server.port) == [])
        #expect(provider.item(at: [0, 0]) == Reading(title: "t", n: 8) && provider.item(at: row)?.title == "theirs")
    }

    @Test("refuses an edit of what it has deleted itself, and asks nobody", .timeLimit(.minutes(2)))
    func deletedHere() async throws {
        let screen = try FollowedScreen(port: proxy.port)
        try await loaded(screen)
        let provider = screen.provider
        proxy.change { $0.target = 0 }
        proxy.cutAll()
        let deletion = Task { try await provider.delete(at: [0, 1]) }
        try await screen.wait(for: "the mark") { provider.loadedRow(at: [0, 1])?.isDeleted == true }
        let row = try #require(provider.loadedRow(at: [0, 1]))
        await #expect(throws: ListFailure.self) { try await provider.update(row, value: Reading(title: "x", n: 1)) }
        await #expect(throws: ListFailure.self) { try await provider.delete(at: [0, 1]) }
        await #expect(throws: ListFailure.self) { try await provider.move(from: [0, 1], to: [0, 5]) }
        await #expect(throws: ListFailure.self) { try await provider.batch { try $0.delete([0, 1]) } }
        // Beside it is before the next that is there.
        let inserted = Task { try await provider.insert(Reading(title: "new", n: 0), after: [0, 1], id: "new") }
        try await Task.sleep(for: .milliseconds(50))
        proxy.change { $0.target = server.port }
        provider.reconnect()
        _ = try await deletion.value
        _ = try await inserted.value
        #expect(try await screen.compare(with: server.port) == [])
        #expect((0..<3).map { provider.id(at: [0, $0]) } == ["i0-0", "new", "i0-2"])
    }
}
