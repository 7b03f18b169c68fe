import Foundation
import SectionalClient

extension StrictListView {
    /// Holds a stage to the rules of a collection view, and carries the cells through it.
    func performBatchUpdates(_ stage: ListStage<Source.Item>) {
        batches += 1
        operations += stage.deletedSections.count + stage.insertedSections.count + stage.movedSections.count + stage.deletedItems.count
        operations += stage.insertedItems.count + stage.movedItems.count + stage.updatedItems.count + stage.updatedSections.count
        checkCounts("before a batch")
        guard violations.isEmpty, keepsRules(stage) else { return stage.apply() }
        let moved = takeRowsOut(stage)
        changeSections(stage)
        stage.apply()
        countInsertedSections(stage)
        guard putRowsIn(stage, moved) else { return }
        checkCounts("after a batch")
        checkSections()
    }

    /// The rules that need no count: what is where, and nothing twice.
    private func keepsRules(_ stage: ListStage<Source.Item>) -> Bool {
        let leaving = stage.deletedItems + stage.movedItems.map(\.from)
        let arriving = stage.insertedItems + stage.movedItems.map(\.to)
        let sectionsLeaving = Array(stage.deletedSections) + stage.movedSections.map(\.from)
        let sectionsArriving = Array(stage.insertedSections) + stage.movedSections.map(\.to)
        expect(Set(leaving).count == leaving.count, "an item leaves twice: \(leaving)")
        expect(Set(arriving).count == arriving.count, "two items arrive at one index path: \(arriving)")
        expect(Set(sectionsLeaving).count == sectionsLeaving.count, "a section leaves twice: \(sectionsLeaving)")
        expect(Set(sectionsArriving).count == sectionsArriving.count, "two sections arrive at one index: \(sectionsArriving)")
        expect(isAscending(stage.deletedItems) && isAscending(stage.insertedItems), "items are not in ascending order")
        expect(isAscending(stage.movedItems.map(\.to)) && isAscending(stage.updatedItems), "moves or updates are not in ascending order")
        for path in leaving {
            expect(sections.indices.contains(path[0]) && sections[path[0]].cells.indices.contains(path[1]), "no item at \(path)")
            expect(!sectionsLeaving.contains(path[0]), "\(path) leaves with its section")
        }
        for path in arriving { expect(!sectionsArriving.contains(path[0]), "\(path) arrives with its section") }
        for index in sectionsLeaving { expect(sections.indices.contains(index), "no section \(index)") }
        return violations.isEmpty
    }

    private func takeRowsOut(_ stage: ListStage<Source.Item>) -> [IndexPath: Cell] {
        var moved: [IndexPath: Cell] = [:]
        for move in stage.movedItems { moved[move.to] = sections[move.from[0]].cells[move.from[1]] }
        for path in (stage.deletedItems + stage.movedItems.map(\.from)).sorted(by: >) { sections[path[0]].cells.remove(at: path[1]) }
        return moved
    }

    private func changeSections(_ stage: ListStage<Source.Item>) {
        var arrivals = stage.insertedSections.map { (index: $0, section: Section(cells: [])) }
        arrivals += stage.movedSections.map { ($0.to, sections[$0.from]) }
        for index in (Array(stage.deletedSections) + stage.movedSections.map(\.from)).sorted(by: >) { sections.remove(at: index) }
        for arrival in arrivals.sorted(by: { $0.index < $1.index }) {
            expect(arrival.index <= sections.count, "section \(arrival.index) arrives after the last")
            sections.insert(arrival.section, at: min(arrival.index, sections.count))
        }
    }

    /// A list view asks for the rows of a new section when the batch is done.
    private func countInsertedSections(_ stage: ListStage<Source.Item>) {
        for index in stage.insertedSections where index < source.numberOfSections() {
            sections[index].id = source.section(at: index).id
            sections[index].content = source.section(at: index)
            sections[index].cells = Array(repeating: Cell(), count: source.numberOfItems(in: index))
        }
    }

    private func putRowsIn(_ stage: ListStage<Source.Item>, _ moved: [IndexPath: Cell]) -> Bool {
        for path in (stage.insertedItems + stage.movedItems.map(\.to)).sorted() {
            guard sections.indices.contains(path[0]), path[1] <= sections[path[0]].cells.count else {
                violations.append("\(path) arrives past the end")
                return false
            }
            sections[path[0]].cells.insert(moved[path] ?? Cell(), at: path[1])
        }
        guard violations.isEmpty, source.numberOfSections() == sections.count else { return true }
        // A new cell is configured by what the source has.
        reconfigure(stage.insertedItems.filter { source.numberOfItems(in: $0[0]) > $0[1] })
        return true
    }

    private func checkSections() {
        for (index, section) in sections.enumerated() where index < source.numberOfSections() {
            expect(section.id == source.section(at: index).id, "section \(index) is another than the view carried there")
        }
    }

    private func isAscending(_ paths: [IndexPath]) -> Bool { zip(paths, paths.dropFirst()).allSatisfy { $0 < $1 } }

    private func expect(_ holds: Bool, _ words: @autoclosure () -> String) {
        if !holds { violations.append(words()) }
    }
}
