import Foundation
import Testing

@testable import SectionalClient

@Suite("The edits that can be taken back")
struct EditHistoryTests {
    private func update(_ id: String, _ old: Int, _ new: Int) -> ItemEdit<Int> {
        .update(PendingWrite.Condition(id: id, revision: 1), from: old, to: new)
    }

    private func texts(_ entry: EditHistory<Int>.Entry?) -> [String]? {
        entry?.edits.map { edit in
            switch edit {
            case .update(let condition, let old, let new): "\(condition.id) \(old)→\(new)"
            case .insertion(let content, _): "+\(content.condition.id)"
            case .deletion(let content, _): "-\(content.condition.id)"
            case .move(let id, let start, let end): "\(id) \(start.section)→\(end.section)"
            case .sectionUpdate, .sectionInsertion, .sectionDeletion, .sectionMove: "section"
            }
        }
    }

    @Test("are taken back last first, those of a batch too, and done again in their order")
    func order() {
        var history = EditHistory<Int>()
        let content = ItemEdit.Content(condition: PendingWrite.Condition(id: "b", revision: 0), type: nil, value: 2)
        let (here, there) = (ItemEdit<Int>.Target(section: "s", neighbour: nil), ItemEdit<Int>.Target(section: "t", neighbour: nil))
        _ = history.add([update("a", 1, 2)])
        _ = history.add([.insertion(content, here), .move(id: "c", from: here, to: there), update("a", 2, 3)])
        #expect(texts(history.undo()) == ["a 3→2", "c t→s", "-b"])
        #expect(texts(history.undo()) == ["a 2→1"])
        #expect(texts(history.undo()) == nil && history.undone.count == 2)
        #expect(texts(history.redo()) == ["a 1→2"])
        #expect(texts(history.redo()) == ["+b", "c s→t", "a 2→3"])
        #expect(texts(history.redo()) == nil)
        // What is new takes the place of what was taken back.
        _ = history.undo()
        _ = history.add([update("d", 1, 2)])
        #expect(history.undone.isEmpty && history.done.count == 2)
    }

    @Test("are a hundred at most, and none that was refused or is before one that cannot be taken back")
    func bounds() {
        var history = EditHistory<Int>()
        let ids = (0..<120).map { history.add([update("\($0)", 0, 1)]) }
        #expect(history.done.count == EditHistory<Int>.most && texts(history.done.first) == ["20 0→1"])
        history.remove(ids[119])
        #expect(texts(history.undo()) == ["118 1→0"])
        history.remove(ids[118])
        #expect(texts(history.redo()) == nil)
        _ = history.add(nil)
        #expect(history.done.isEmpty)
        _ = history.add([update("a", 0, 1)])
        _ = history.undo()
        history.clear()
        #expect(history.done.isEmpty && history.undone.isEmpty)
    }
}
