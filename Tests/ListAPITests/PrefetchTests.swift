import HTTPServing
import JSON
import Lists
import Testing

@testable import ListAPI

@Suite("What a write reads ahead")
struct PrefetchTests {
    private static let list = Result { try CountedList(#require(ListID("l")), items: 1_000) }

    @Test("the item of a single change is found and its new value is made, by the head and by a version", arguments: [nil, 1] as [Int64?])
    func single(version: Int64?) throws {
        let list = try Self.list.get()
        let change = ValueChange.replace(JSONText(verbatim: "{\"a\":1}"))
        for name in [ItemReference.path(section: 0, row: 3), .id(Identifier(verbatim: "i7"))] {
            let operation = ListOperation.changeItem(name, change, type: .unspecified)
            let prefetch = try Prefetch(
                [operation], at: version, of: try #require(ListID("l")), in: CountedStore(list), ContentLimits(), nil,
                counting: WriteMemory(MemoryBudget(limit: 1 << 30), for: .network(nil)))
            #expect(prefetch.change(of: 0)?.value?.text == "{\"a\":1}")
            var names = try #require(prefetch.names)
            _ = list.takeCost()
            _ = try names.item(name)
            let cost = list.takeCost()
            #expect(cost.nodes == 0 && cost.lookups == 0)
        }
    }

    @Test("of a batch what its patches make is there, and nothing of what comes behind the first that fails")
    func batch() throws {
        let list = try Self.list.get()
        let patch = ValueChange.merge(try MergePatch(JSONText(verbatim: "{\"a\":1}")))
        let names: [ItemReference] = [.path(section: 0, row: 1), .outOfRange, .path(section: 0, row: 2)]
        let operations = names.map { ListOperation.changeItem($0, patch, type: .unspecified) }
        let prefetch = try Prefetch(
            operations, at: nil, of: try #require(ListID("l")), in: CountedStore(list), ContentLimits(), nil,
            counting: WriteMemory(MemoryBudget(limit: 1 << 30), for: .network(nil)))
        #expect(prefetch.change(of: 0)?.value != nil && prefetch.change(of: 1) == nil && prefetch.change(of: 2)?.value != nil)
        #expect(prefetch.change(of: 3) == nil)
    }
}
