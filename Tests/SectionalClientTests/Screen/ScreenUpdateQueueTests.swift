import Foundation
import Testing

@testable import SectionalClient

@Suite("What waits for a screen")
struct ScreenUpdateQueueTests {
    private typealias Queue = ScreenUpdateQueue<Int>

    /// Ten rows, of which the fifth is on top.
    private func queue() -> Queue {
        var model = ListModel<Int>(version: 1, sections: [ListSection(id: "a", itemCount: 10)])
        model.place((0..<10).map { (row: Int) in ListRow(id: "i\(row)", value: row) }, at: 0)
        var queue = Queue()
        queue.add(Queue.Content(model: model, anchor: RowPosition(0, 5)))
        return queue
    }

    private func change(_ from: ListVersion, _ edit: (inout StageAnswer<Int>) -> Void) -> ChangesAnswer<Int> {
        var stage = StageAnswer<Int>()
        edit(&stage)
        return ChangesAnswer(from: from, to: from + 1, reload: false, stages: [stage])
    }

    @Test("keeps its place where changes come before the screen takes it")
    func anchor() {
        var queue = queue()
        let moved = change(1) {
            $0.items.deleted = [.init(id: "i0", indexPath: RowPosition(0, 0))]
            $0.items.moved = [.init(id: "i9", from: RowPosition(0, 9), to: RowPosition(0, 2))]
        }
        let section = change(2) { $0.sections.inserted = [.init(index: 0, section: ListSection(id: "b", itemCount: 2))] }
        let areTaken = [moved, section].map { queue.add($0, mergeAfter: 4, now: Date()) }
        #expect(areTaken == [true, true])
        #expect(queue.content?.anchor == RowPosition(1, 5) && queue.content?.model.row(at: RowPosition(1, 5))?.id == "i5")
    }

    @Test("has the list's own properties of the last change that has some, before the screen takes it")
    func properties() {
        var queue = queue()
        var (first, second) = (change(1) { _ in }, change(2) { _ in })
        first.properties = ListInfo(title: "Cities")
        let areTaken = [first, second].map { queue.add($0, mergeAfter: 4, now: Date()) }
        #expect(areTaken == [true, true] && queue.content?.model.info.title == "Cities")
        second.properties = ListInfo()
        _ = queue.add(second, mergeAfter: 4, now: Date())
        #expect(queue.content?.model.info == ListInfo())
    }

    @Test("begins at the beginning where its place is gone")
    func gone() {
        var queue = queue()
        let isTaken = queue.add(
            change(1) { $0.items.deleted = (0..<10).map { .init(id: "i\($0)", indexPath: RowPosition(0, $0)) } }, mergeAfter: 4, now: Date()
        )
        let content = queue.takeContent()
        #expect(isTaken && content?.anchor == nil && content?.model.itemCount == 0)
    }

    @Test("keeps the last states for a screen that takes none")
    func states() {
        var queue = Queue()
        for second in 0..<10_000 { queue.add(.waiting(until: Date(timeIntervalSince1970: Double(second)))) }
        #expect(queue.states.count <= 100 && queue.states.last == .waiting(until: Date(timeIntervalSince1970: 9_999)))
    }
}
