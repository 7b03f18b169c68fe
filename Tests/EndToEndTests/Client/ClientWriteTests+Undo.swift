import Foundation
import SectionalClient
import TestSupport
import Testing

/// Edits that are taken back and done again.
extension ClientWriteTests {
    private func shown(_ screen: FollowedScreen) -> [[String]] {
        (0..<2).map { section in
            (0..<12).map { row in
                let shown = screen.provider.loadedRow(at: [section, row])
                return "\(shown?.id ?? "") \(shown?.value?.title ?? "") \(shown?.value?.n ?? -1)"
            }
        }
    }

    @Test("takes back each of its edits, last first, and does them again, as the server has them", .timeLimit(.minutes(2)))
    func undo() async throws {
        let screen = try FollowedScreen(port: server.port)
        try await loaded(screen)
        let provider = screen.provider
        func new(_ title: String) -> Reading { Reading(title: title, n: 0) }
        var states = [shown(screen)]
        func edit(_ body: () async throws -> ListVersion) async throws {
            let version = try await body()
            try await screen.wait(for: "version \(version)") { provider.version >= version }
            states.append(shown(screen))
        }
        #expect(!provider.canUndo && !provider.canRedo)
        try await edit { try await provider.updateItem(at: [0, 2], value: new("written")) }
        try await edit { try await provider.insert(new("new"), at: [0, 1]) }
        try await edit { try await provider.move(from: [0, 5], to: [1, 3]) }
        try await edit { try await provider.delete(at: [1, 3]) }
        try await edit { try await provider.delete(at: [0, 3]) }
        try await edit {
            try await provider.batch { batch in
                try batch.update([0, 0], value: new("batch"))
                try batch.delete([1, 1])
                try batch.delete([1, 2])
                try batch.move([0, 4], before: [1, 5])
                try batch.insert(new("between"), before: [0, 7], in: provider.section(at: 0))
            }
        }
        #expect(Set(states.map { "\($0)" }).count == 7)
        for state in states.dropLast().reversed() {
            let version = try await provider.undo()
            try await screen.wait(for: "version \(version)") { provider.version >= version }
            #expect(shown(screen) == state)
        }
        #expect(!provider.canUndo && provider.canRedo)
        for state in states.dropFirst() {
            let version = try await provider.redo()
            try await screen.wait(for: "version \(version)") { provider.version >= version }
            #expect(shown(screen) == state)
        }
        #expect(provider.canUndo && !provider.canRedo)
        #expect(try await screen.compare(with: server.port) == [])
    }

    @Test("takes back edits of sections, a deleted one with its rows, and does them again", .timeLimit(.minutes(2)))
    func undoSections() async throws {
        let screen = try FollowedScreen(port: server.port)
        try await loaded(screen)
        let provider = screen.provider
        func sections() -> [String] {
            (0..<provider.numberOfSections()).map { index in
                let (section, count) = (provider.section(at: index), provider.numberOfItems(in: index))
                let rows = (0..<min(count, 3)).map { provider.row(at: [index, $0])?.id ?? "?" }
                return "\(section.id) \(section.header?.text ?? "") \(count) \(rows)"
            }
        }
        func state(at version: ListVersion) async throws -> [String] {
            try await screen.wait(for: "version \(version) with its rows") {
                provider.version >= version && !sections().joined().contains("?")
            }
            return sections()
        }
        var states = [try await state(at: 1)]
        func edit(_ body: () async throws -> ListVersion) async throws { states.append(try await state(at: body())) }
        func section(_ id: String) -> ListSection {
            (0..<provider.numberOfSections()).map(provider.section).first { $0.id == id } ?? ListSection(id: id)
        }
        try await edit { try await provider.insertSection(at: 1, header: "New", id: "n") }
        try await edit { try await provider.insert(Reading(title: "x", n: 1), at: [1, 0], id: "x") }
        try await edit { try await provider.insert(Reading(title: "y", n: 2), at: [1, 1], id: "y") }
        var newer = section("n")
        newer.header = "Newer"
        try await edit { try await provider.updateSection(section("n"), to: newer) }
        try await edit { try await provider.moveSection(section("n"), to: 0) }
        try await edit { try await provider.deleteSection(section("n")) }
        #expect(Set(states.map { "\($0)" }).count == 6 && states[6] == states[0])
        for before in states.dropLast().reversed() { #expect(try await state(at: provider.undo()) == before) }
        #expect(!provider.canUndo && provider.canRedo)
        for after in states.dropFirst() { #expect(try await state(at: provider.redo()) == after) }
        #expect(provider.canUndo && !provider.canRedo)
        #expect(try await screen.compare(with: server.port) == [])
    }

    @Test("takes back without a network what waits, and offers no more what somebody else has written over", .timeLimit(.minutes(2)))
    func undoOffline() async throws {
        let screen = try FollowedScreen(port: proxy.port)
        try await loaded(screen)
        let provider = screen.provider
        func new(_ title: String) -> Reading { Reading(title: title, n: 0) }
        let before = shown(screen)
        proxy.change { $0.target = 0 }
        proxy.cutAll()
        let insertion = Task { try await provider.insert(new("a"), at: [0, 1], id: "a") }
        try await screen.wait(for: "a") { provider.id(at: [0, 1]) == "a" }
        let update = Task { try await provider.updateItem(at: [0, 0], value: new("mine")) }
        try await screen.wait(for: "the value") { provider.item(at: [0, 0]) == new("mine") }
        let undo = [Task { try await provider.undo() }, Task { try await provider.undo() }]
        try await screen.wait(for: "the old rows") {
            provider.item(at: [0, 0])?.title == "t" && provider.loadedRow(at: [0, 1])?.isDeleted == true
        }
        proxy.change { $0.target = server.port }
        provider.reconnect()
        for task in [insertion, update] + undo { _ = try await task.value }
        try await screen.wait(for: "the server's rows") { shown(screen) == before }
        #expect(!provider.canUndo && provider.canRedo)
        // Somebody else writes to an item after this app has.
        try await provider.updateItem(at: [0, 0], value: new("first"))
        try await provider.updateItem(at: [0, 4], value: new("second"))
        let client = try server.connect()
        #expect(try client.send("PUT", "/lists/a/items/@i0-4", body: #"{"title":"theirs","n":1}"#).status == 200)
        await #expect(throws: ListFailure.self) { try await provider.undo() }
        #expect(provider.canUndo && !provider.canRedo)
        try await provider.undo()
        #expect(try await screen.compare(with: server.port) == [])
        #expect(provider.item(at: [0, 4])?.title == "theirs" && provider.item(at: [0, 0])?.title == "t")
    }
}
