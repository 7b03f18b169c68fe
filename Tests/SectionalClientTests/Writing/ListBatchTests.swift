import Foundation
import Testing

@testable import SectionalClient

@Suite("A batch of edits")
@MainActor
struct ListBatchTests {
    private struct Reading: Codable, Sendable, Equatable {
        var title: String
        var n: Int
        var note: String?
    }

    private func batch(isDeleted: Bool = false) -> ListBatch<Reading> {
        ListBatch(Self.options) { position in
            guard position.row < 5 else { return nil }
            var row = ListRow(id: "i\(position.row)", revision: 3, value: Reading(title: "t", n: position.row))
            row.isDeleted = isDeleted
            return row
        }
    }

    /// The body as it is sent, with these revisions made by this app since.
    private func body(_ batch: ListBatch<Reading>, own: [String: ListVersion] = [:]) throws -> String {
        var write = PendingWrite(key: "1", kind: .edit, method: "POST", path: "batch", items: batch.items, madeAt: Date())
        write.take(try batch.operations.map { try $0.part(Self.options) })
        write.resolve { own[$0.id] ?? $0.revision }
        return String(decoding: try #require(write.body), as: UTF8.self)
    }

    private static var options: ListOptions {
        var options = ListOptions()
        options.makeEncoder = {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return encoder
        }
        return options
    }

    @Test("sends what differs, each on the condition that it is as it was seen, or as this app has made it since")
    func differences() throws {
        var batch = batch()
        try batch.update([0, 1], value: Reading(title: "x", n: 1))
        try batch.update([0, 1], value: Reading(title: "x", n: 7))
        try batch.replace([0, 2], value: Reading(title: "r", n: 2))
        try batch.delete([0, 3])
        try batch.move([0, 4], before: [0, 0])
        #expect(
            try body(batch, own: ["i1": 9])
                == #"{"operations":[{"item":"@i1","op":"patchItem","merge":{"title":"x"},"ifMatch":"r9@i1"},"#
                + #"{"item":"@i1","op":"patchItem","merge":{"n":7},"ifMatch":"r9@i1"},"#
                + #"{"item":"@i2","op":"updateItem","value":{"n":2,"title":"r"},"ifMatch":"r3@i2"},"#
                + #"{"item":"@i3","op":"deleteItem","ifMatch":"r3@i3"},{"before":"@i0","item":"@i4","op":"moveItem"}]}"#)
        #expect(batch.values[ExactID("i1")] == Reading(title: "x", n: 7) && batch.items == ["i1", "i1", "i2", "i3", "i4", "i0"])
    }

    @Test("moves on the condition that the item is as it was seen, where that is asked for")
    func conditions() throws {
        var batch = batch()
        try batch.move([0, 4], before: [0, 0], ifUnchanged: true)
        try batch.move([0, 3], after: [0, 1], ifUnchanged: true)
        #expect(
            try body(batch, own: ["i4": 12])
                == #"{"operations":[{"before":"@i0","item":"@i4","op":"moveItem","ifMatch":"r12@i4"},"#
                + #"{"after":"@i1","item":"@i3","op":"moveItem","ifMatch":"r3@i3"}]}"#)
        // It is still a move, on disk too.
        var write = PendingWrite(key: "1", kind: .edit, method: "POST", path: "batch", items: batch.items, madeAt: Date())
        write.take(try batch.operations.map { try $0.part(Self.options) })
        let read = try JSONDecoder().decode(PendingWrite.self, from: try JSONEncoder().encode(write))
        #expect(read.placedItems.map(\.id) == ["i4", "i3"] && read.conditions.isEmpty && read.parts?.map(\.seen?.revision) == [3, 3])
    }

    @Test("refuses edits of rows that are not loaded, or deleted, also by the batch itself")
    func refusals() throws {
        var batch = batch()
        #expect(throws: ListFailure.notLoaded) { try batch.update([0, 9], value: Reading(title: "x", n: 1)) }
        try batch.delete([0, 1])
        #expect(throws: ListFailure.deletedHere) { try batch.update([0, 1], value: Reading(title: "x", n: 1)) }
        var other = self.batch(isDeleted: true)
        #expect(throws: ListFailure.deletedHere) { try other.delete([0, 2]) }
        #expect(other.operations.isEmpty)
    }

    @Test("says what was wanted when it is refused, edit by edit")
    func refused() throws {
        var batch = batch()
        let value = Reading(title: "x", n: 1)
        try batch.update([0, 1], value: value)
        try batch.delete([0, 2])
        try batch.move([0, 3], after: [0, 4])
        batch.append(value, toSection: ListSection(id: "s"), type: "Card")
        var write = PendingWrite(key: "1", kind: .edit, method: "POST", path: "batch", items: batch.items, madeAt: Date())
        write.take(try batch.operations.map { try $0.part(FakeList.options) })
        let stored = try JSONDecoder().decode(PendingWrite.self, from: JSONEncoder().encode(write))
        let refusal = ListRefusal<Reading>(stored, .otherHistory, value: nil) { try? JSONDecoder().decode(Reading.self, from: $0) }
        #expect(refusal.kind == .batch && refusal.item == nil && refusal.body == write.body)
        #expect(refusal.edits.map(\.kind) == [.update, .deletion, .move, .insertion])
        #expect(refusal.edits.map(\.item) == ["i1", "i2", "i3", nil] && refusal.edits.map(\.value) == [value, nil, nil, value])
        #expect(refusal.edits[2].after == "@i4" && refusal.edits[3].section == "s" && refusal.edits[3].type == "Card")
    }
}
