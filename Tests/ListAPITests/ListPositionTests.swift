import Following
import CellTypes
import JSON
import Lists
import Ports
import StoreSuite
import Testing
import Wire
@testable import ListAPI

@Suite("Positions of readers of events")
struct ListPositionTests {
    private let store = MemoryListStore(
        versions: 16, describeList: { _ in [] }, now: { 0 }, makeIdentifiers: { SystemSources.identifiers() })

    private func id() throws -> ListID { try #require(ListID("a")) }

    private func put(_ values: ClosedRange<Int>) throws {
        for value in values {
            let items = [ItemDraft(id: Identifier(verbatim: "i"), value: JSONText(verbatim: "\(value)"))]
            let draft = ListDraft(properties: nil, sections: [SectionDraft(id: Identifier(verbatim: "s"), items: items)])
            store.replace(try id(), with: .draft(draft), begin: { _ in nil as Void? }, finish: { _, _ in }, completion: { _ in })
        }
    }

    private func delete() throws {
        store.write(try id()) {
            _ = try $0.delete()
        } completion: { _ in
        }
    }

    /// - Parameter kept: Bytes of texts that are kept.
    private func events(kept: Int = 0) -> ListChanges {
        ListChanges(store: store, naming: CellNaming(), cacheBytes: kept)
    }

    private func position(_ start: ListPosition.Start) throws -> ListPosition {
        ListPosition(try id(), start, status: try store.status(of: try id()))
    }

    /// The next steps as `change 3`, up to the first one that is none.
    private func steps(_ position: inout ListPosition, _ events: ListChanges, isPreparing: Bool = false) throws -> [String] {
        var steps: [String] = []
        while true {
            switch try position.next(events, isPreparing: { isPreparing }) {
            case .nothing: return steps
            case .change: steps.append("change \(position.version)")
            case .reset: steps.append("reset \(position.version)")
            case .deleted: steps.append("deleted \(position.version)")
            }
        }
    }

    @Test("lead through every version, from nothing to the head")
    func whole() throws {
        var early = try position(.next)
        #expect(try steps(&early, events()) == [])
        try put(1...5)
        #expect(try steps(&early, events()) == (1...5).map { "change \($0)" })
        var late = try position(.next)
        var middle = try position(.after(3))
        #expect(try steps(&late, events()) == [])
        #expect(try steps(&middle, events()) == ["change 4", "change 5"])
    }

    @Test("are led back to the head where they fall out of the history, at the beginning or in the middle")
    func reset() throws {
        try put(1...5)
        var slow = try position(.after(2))
        let events = events()
        #expect(try slow.next(events, isPreparing: { false }) != .nothing)
        try put(6...40)
        #expect(try steps(&slow, events) == ["reset 40"])
        for start in [ListPosition.Start.after(0), .after(24), .after(41), .after(.max), .lost] {
            var position = try position(start)
            #expect(try steps(&position, events) == ["reset 40"], "\(start)")
        }
        var kept = try position(.after(25))
        #expect(try steps(&kept, events).count == 15)
    }

    @Test("that were in a life which has ended get what is kept of it, then its end, then the next life")
    func life() throws {
        try put(1...3)
        let events = events(kept: 1_000_000)
        var (quick, slow, waiting) = (try position(.next), try position(.next), try position(.next))
        try put(4...5)
        #expect(try steps(&quick, events) == ["change 4", "change 5"])
        try delete()
        #expect(try steps(&waiting, events) == ["change 4", "change 5", "deleted 6"])
        var late = try position(.next)
        var old = try position(.after(5))
        var above = try position(.after(9))
        try put(7...8)
        #expect(try steps(&slow, events) == ["change 4", "change 5", "deleted 6", "change 7", "change 8"])
        #expect(try steps(&quick, events) == ["deleted 6", "change 7", "change 8"])
        #expect(try steps(&late, events) == ["change 7", "change 8"])
        #expect(try steps(&old, events) == ["reset 8"])
        #expect(try steps(&above, events) == ["reset 8"])
    }

    @Test("merged, lead from the reader's version to the newest in one step, to resets, ends and next lives")
    func merged() throws {
        let events = events(kept: 1_000_000)
        func step(_ position: inout ListPosition) throws -> String {
            let before = position.version
            let hasNext = try position.hasNext(events)
            let step = try position.nextMerged(events)
            #expect(hasNext || step == .nothing)
            switch step {
            case .nothing: return "nothing"
            case .change(let text):
                #expect(String(decoding: text, as: UTF8.self).contains("\"from\":\(before),\"to\":\(position.version),"))
                return "change \(position.version)"
            case .reset: return "reset \(position.version)"
            case .deleted: return "deleted \(position.version)"
            }
        }
        var (early, slow) = (try position(.next), try position(.after(0)))
        try #expect(step(&early) == "nothing" && !early.hasNext(events))
        try put(1...5)
        try #expect([step(&early), step(&early), step(&slow)] == ["change 5", "nothing", "change 5"])
        try put(6...9)
        try #expect([step(&early), step(&early)] == ["change 9", "nothing"])
        try put(10...40)
        try #expect([step(&early), step(&slow), step(&slow)] == ["reset 40", "reset 40", "nothing"])
        for start in [ListPosition.Start.after(0), .after(24), .after(41), .after(.max), .lost] {
            var position = try position(start)
            try #expect([step(&position), step(&position)] == ["reset 40", "nothing"], "\(start)")
        }
        var whole = try position(.after(25))
        try #expect(step(&whole) == "change 40")
        try put(41...42)
        try delete()
        try #expect([step(&early), step(&early)] == ["deleted 43", "nothing"])
        try put(44...46)
        try #expect([step(&early), step(&early)] == ["change 46", "nothing"])
        try #expect([step(&slow), step(&slow), step(&slow)] == ["deleted 43", "change 46", "nothing"])
    }

    @Test("wait with the end of a life for texts that are still to come")
    func preparing() throws {
        try put(1...1)
        var reader = try position(.next)
        try put(2...2)
        try delete()
        #expect(try steps(&reader, events(), isPreparing: true) == [])
        #expect(try steps(&reader, events()) == ["deleted 3"])
    }
}
