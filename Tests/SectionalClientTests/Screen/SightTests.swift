import Testing

@testable import SectionalClient

@Suite("Rows that somebody looks at")
struct SightTests {
    private let model = ListModel<Int>(
        version: 1, sections: [ListSection(id: "a", itemCount: 1_000), ListSection(id: "b", itemCount: 1_000)])

    @Test("have a margin around each run of them, within the list, and windows that touch are one")
    func windows() {
        let sight = Sight(visible: (0..<10).map { RowPosition(0, $0) } + (0..<5).map { RowPosition(1, $0) } + [RowPosition(1, 17)])
        #expect(sight.windows(in: model, screens: 2) == [0..<30, 990..<1_020])
        #expect(sight.windows(in: model, screens: 0) == [0..<10, 1_000..<1_005, 1_017..<1_018])
        #expect(Sight(visible: [RowPosition(9, 9)]).windows(in: model, screens: 2) == [])
    }

    @Test("are at a flat offset of the list, also where the last section has gone")
    func focus() {
        #expect(Sight(focus: RowPosition(1, 7)).focusOffset(in: model) == 1_007)
        #expect(Sight(focus: RowPosition(5, 7)).focusOffset(in: model) == 1_007)
        #expect(Sight(focus: RowPosition(1, 7)).focusOffset(in: ListModel<Int>()) == 0)
    }
}
