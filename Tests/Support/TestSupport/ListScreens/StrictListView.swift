package import Foundation
package import SectionalClient

/// What a collection view checks in `performBatchUpdates`, and more: it keeps the ids that its cells show and carries them through the
/// operations alone, so that an operation that adds up but is wrong is found too.
@MainActor
package final class StrictListView<Source: ListDataSource> where Source.Item: Equatable {
    struct Cell {
        var id: String?
        var value: Source.Item?
        var isPending = false
        var isDeleted = false
    }

    struct Section {
        var id: String?
        /// As its header and footer show it.
        var content: ListSection?
        var cells: [Cell]
    }

    package let source: Source
    /// What was done against the rules, in words.
    package internal(set) var violations: [String] = []
    package internal(set) var batches = 0
    package internal(set) var operations = 0
    package internal(set) var reloads = 0
    var sections: [Section] = []

    package init(_ source: Source) { self.source = source }

    /// Shows an update as an adapter of a list view does.
    package func show(_ update: ListUpdate<Source.Item>) {
        switch update {
        case .reload(let reload):
            // What is there before the first one nobody has counted.
            if reloads > 0 { checkCounts("before a reload") }
            reload.apply()
            reloadData()
        case .stages(let stages, _):
            if stages.isEmpty { violations.append("stages without a stage") }
            for stage in stages {
                performBatchUpdates(stage)
                reconfigure(stage.updatedItems)
                for index in stage.updatedSections where sections.indices.contains(index) {
                    sections[index].content = source.section(at: index)
                }
            }
        case .reconfigure(let indexPaths): reconfigure(indexPaths)
        case .info, .state, .refused: break
        }
    }

    private func reloadData() {
        reloads += 1
        sections = (0..<source.numberOfSections()).map { index in
            let cells = (0..<source.numberOfItems(in: index)).map { cell(index, $0) }
            return Section(id: source.section(at: index).id, content: source.section(at: index), cells: cells)
        }
    }

    func reconfigure(_ indexPaths: [IndexPath]) {
        for path in indexPaths {
            guard sections.indices.contains(path[0]), sections[path[0]].cells.indices.contains(path[1]) else {
                violations.append("\(path) is reconfigured and not there")
                continue
            }
            let (old, new) = (sections[path[0]].cells[path[1]], cell(path[0], path[1]))
            if let id = old.id, let other = new.id, id != other { violations.append("\(path) shows \(id) and is reconfigured as \(other)") }
            sections[path[0]].cells[path[1]] = new
        }
    }

    private func cell(_ section: Int, _ row: Int) -> Cell {
        let loaded = source.loadedRow(at: IndexPath(indexes: [section, row]))
        return Cell(
            id: loaded?.id, value: loaded?.value, isPending: loaded?.isPending ?? false, isDeleted: loaded?.isDeleted ?? false)
    }

    /// The data source may not change by itself.
    func checkCounts(_ when: String) {
        guard source.numberOfSections() == sections.count else {
            violations.append("\(when): \(source.numberOfSections()) sections, the view has \(sections.count)")
            return
        }
        for (index, section) in sections.enumerated() where source.numberOfItems(in: index) != section.cells.count {
            violations.append("\(when): \(source.numberOfItems(in: index)) rows in section \(index), the view has \(section.cells.count)")
        }
    }

    /// Every cell that shows an item shows the item that the data source has there.
    ///
    /// - Parameter values: Whether the values are compared too: nothing that is on its way to the screen may be left.
    package func verify(values: Bool = false) {
        checkCounts("at a look")
        for (index, section) in sections.enumerated() {
            let id = source.section(at: index).id
            if section.id != id { violations.append("section \(index) shows \(section.id ?? "nothing"), the source has \(id)") }
            if values, section.content != source.section(at: index) { violations.append("section \(index) shows another content of \(id)") }
            for (row, cell) in section.cells.enumerated() {
                guard let shown = cell.id, let loaded = source.loadedRow(at: IndexPath(indexes: [index, row])) else { continue }
                if loaded.id != shown { violations.append("[\(index), \(row)] shows \(shown), the source has \(loaded.id)") }
                if values, loaded.value != cell.value { violations.append("[\(index), \(row)] shows another value of \(shown)") }
                if values, loaded.isPending != cell.isPending || loaded.isDeleted != cell.isDeleted {
                    violations.append("[\(index), \(row)] has another mark than \(shown)")
                }
            }
        }
    }

    /// The rows that are loaded and shown otherwise: an update is on its way.
    package var staleRows: [IndexPath] {
        var stale: [IndexPath] = []
        for (index, section) in sections.enumerated() where index < source.numberOfSections() {
            for (row, cell) in section.cells.enumerated() where row < source.numberOfItems(in: index) {
                let path = IndexPath(indexes: [index, row])
                if let loaded = source.loadedRow(at: path), loaded.id != cell.id || loaded.value != cell.value { stale.append(path) }
            }
        }
        return stale
    }
}
