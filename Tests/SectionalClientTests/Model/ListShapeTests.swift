import Testing

@testable import SectionalClient

@Suite("Stages that do not fit")
struct ListShapeTests {
    private typealias Stage = StageAnswer<Int>

    private func isAccepted(_ change: (inout Stage) -> Void) -> Bool {
        var stage = Stage()
        change(&stage)
        var shape = ListShape([3, 0, 2])
        return shape.accept(stage)
    }

    private func row(_ id: String) -> ListRow<Int> { ListRow(id: id, value: 0) }

    @Test("hold a count that every integer holds")
    func narrow() {
        #expect(ListShape.most(Int32.self) == Int32.max / 4 && ListShape.most(Int64.self) == 1 << 40)
        #expect(ListShape.isSound([ListShape.mostRows]) && !ListShape.isSound([ListShape.mostRows, 1]))
    }

    @Test("are refused before a list view is told of them")
    func refused() {
        #expect(isAccepted { _ in })
        #expect(!isAccepted { $0.items.deleted = [.init(id: "a", indexPath: RowPosition(0, 3))] })
        #expect(!isAccepted { $0.items.deleted = [.init(id: "a", indexPath: RowPosition(3, 0))] })
        #expect(!isAccepted { $0.items.deleted = [.init(id: "a", indexPath: RowPosition(0, -1))] })
        #expect(
            !isAccepted { $0.items.deleted = [.init(id: "a", indexPath: RowPosition(0, 0)), .init(id: "a", indexPath: RowPosition(0, 0))] })
        #expect(!isAccepted { $0.items.inserted = [.init(indexPath: RowPosition(1, 1), item: row("a"))] })
        #expect(!isAccepted { $0.items.inserted = [.init(indexPath: RowPosition(3, 0), item: row("a"))] })
        #expect(!isAccepted { $0.items.updated = [.init(indexPath: RowPosition(1, 0), item: row("a"))] })
        #expect(!isAccepted { $0.sections.deleted = [.init(id: "x", index: 3)] })
        #expect(!isAccepted { $0.sections.inserted = [.init(index: 5, section: ListSection(id: "x"))] })
        #expect(!isAccepted { $0.sections.inserted = [.init(index: 0, section: ListSection(id: "x", itemCount: -1))] })
        #expect(!isAccepted { $0.sections.inserted = [.init(index: 0, section: ListSection(id: "x", itemCount: .max))] })
        #expect(
            !isAccepted {
                $0.sections.inserted = [.init(index: 1, section: ListSection(id: "x"))]
                $0.sections.moved = [.init(id: "x", from: 0, to: 1)]
            })
        #expect(!isAccepted { $0.sections.moved = [.init(id: "x", from: 1, to: 1), .init(id: "x", from: 1, to: 2)] })
        #expect(!isAccepted { $0.sections.updated = [.init(index: 0, section: ListSection(id: "x", itemCount: 2))] })
        #expect(!isAccepted { $0.items.moved = [.init(id: "a", from: RowPosition(0, 0), to: RowPosition(1, 2))] })
    }

    @Test("are those of counts that cannot be summed up, too")
    func counts() {
        #expect(ListShape.isSound([0, 3]) && ListShape.isSound([ListShape.mostRows]))
        #expect(!ListShape.isSound([.max]) && !ListShape.isSound([.max, .max]) && !ListShape.isSound([-1]))
        #expect(!ListShape.isSound([ListShape.mostRows, 1]))
    }

    @Test("are told from those that do")
    func accepted() {
        #expect(isAccepted { $0.items.moved = [.init(id: "a", from: RowPosition(0, 0), to: RowPosition(1, 0))] })
        #expect(
            isAccepted {
                $0.sections.deleted = [.init(id: "x", index: 0)]
                $0.sections.moved = [.init(id: "z", from: 2, to: 0)]
                $0.items.inserted = [.init(indexPath: RowPosition(1, 0), item: row("a"))]
            })
    }
}
