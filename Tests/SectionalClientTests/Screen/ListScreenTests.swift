import Foundation
import Testing

@testable import SectionalClient

@Suite("A screen of a list")
@MainActor
struct ListScreenTests {
    private let screen = ListScreen<Int>()

    private func show(_ count: Int) {
        var model = ListModel<Int>(version: 1, sections: [ListSection(id: "a", itemCount: count)])
        model.place((0..<count).map { (row: Int) in ListRow(id: "i\(row)", value: row) }, at: 0)
        screen.model = model
    }

    private func change(to version: ListVersion, deleting row: Int) -> ChangesAnswer<Int> {
        var stage = StageAnswer<Int>()
        stage.items.deleted = [.init(id: "i\(row)", indexPath: RowPosition(0, row))]
        return ChangesAnswer(from: version - 1, to: version, reload: false, stages: [stage])
    }

    @Test("changes when its update is applied, and says so once, with a written value over the row until then")
    func applied() async {
        show(10)
        var finished: [ListVersion] = []
        screen.didFinish = { finished.append(screen.model.version) }
        screen.overlay.add(70, key: "1", on: "i7", version: 2)
        _ = screen.queue.add(change(to: 2, deleting: 0), mergeAfter: 4, now: Date())
        let sequence = screen.consumer.makeSequence()
        guard case .stages(let stages, version: 2)? = await screen.nextUpdate(of: sequence) else {
            Issue.record("no stages")
            return
        }
        #expect(screen.model.itemCount == 10 && screen.row(at: RowPosition(0, 7))?.value == 70 && finished == [])
        stages[0].apply()
        #expect(screen.model.itemCount == 9 && finished == [2])
        #expect(screen.row(at: RowPosition(0, 6))?.value == 7 && screen.row(at: RowPosition(0, 6))?.isPending == false)
        guard case .reconfigure([[0, 6]])? = await screen.nextUpdate(of: sequence) else {
            Issue.record("the row that shows something else now is not told")
            return
        }
    }

    @Test("reports a change that does not fit, and where it cannot follow")
    func reports() async {
        show(2)
        var reported: [String] = []
        screen.report = { event in
            reported.append("\(event)")
            screen.queue.dropChanges()
            screen.queue.add(.live)
        }
        let sequence = screen.consumer.makeSequence()
        _ = screen.queue.add(change(to: 2, deleting: 9), mergeAfter: 4, now: Date())
        _ = await screen.nextUpdate(of: sequence)
        for version in 2...200 { _ = screen.queue.add(change(to: version, deleting: 0), mergeAfter: 4, now: Date()) }
        _ = await screen.nextUpdate(of: sequence)
        #expect(reported == ["misfit", "behind(screen: 1)"] && screen.model.version == 1)
    }
}
