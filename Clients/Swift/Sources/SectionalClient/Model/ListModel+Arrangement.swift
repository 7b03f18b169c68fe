/// Positions on the screen, where rows of this app stand between those of the server.
extension ListModel {
    var shownItemCount: Int { itemCount + arrangement.insertedCount }

    func shownCount(of section: Int) -> Int {
        sections.indices.contains(section) ? arrangement.count(of: section, from: sections[section].rows.count) : 0
    }

    func isShown(_ position: RowPosition) -> Bool { position.row >= 0 && position.row < shownCount(of: position.section) }

    /// The position in the server's version of what is shown at a position; nil of an item that the server does not have yet, and outside the
    /// list.
    func serverPosition(of shown: RowPosition) -> RowPosition? {
        guard isShown(shown) else { return nil }
        return switch arrangement.content(at: shown) {
        case .server(let position): position
        case .placed(let index): arrangement.rows[index].source
        }
    }

    /// A row of the server's version that is beside what is shown at a position; nil where there is none, and outside the list.
    func serverNeighbour(of shown: RowPosition) -> RowPosition? {
        guard isShown(shown) else { return nil }
        switch arrangement.content(at: shown) {
        case .server(let position): return position
        case .placed(let index):
            let gap = arrangement.rows[index].gap
            let last = sections[gap.section].rows.count - 1
            return last < 0 ? nil : RowPosition(gap.section, min(gap.row, last))
        }
    }

    /// The id of what is shown at a position; nil while it is not loaded, and outside the list.
    func id(atShown position: RowPosition) -> String? {
        guard isShown(position) else { return nil }
        return switch arrangement.content(at: position) {
        case .server(let server): row(at: server)?.id
        case .placed(let index): arrangement.rows[index].id.text
        }
    }

    /// The positions on the screen of the items with these ids, as far as they are loaded, in order.
    func shownPositions(of ids: some Sequence<String>) -> [RowPosition] {
        var placed: [RowPosition] = []
        var others: [String] = []
        for id in ids {
            if let index = arrangement.index(of: ExactID(id)) {
                placed.append(arrangement.position(ofPlaced: index))
            } else {
                others.append(id)
            }
        }
        return (placed + positions(of: others).map(arrangement.position)).sorted()
    }
}
