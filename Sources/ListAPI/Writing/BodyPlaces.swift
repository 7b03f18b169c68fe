import Lists
import Wire

/// Turns the places that bodies name into places of a list as an edit has left it.
///
/// What is not there is a problem of the body: `index-out-of-range` or `reference-not-found`, with a pointer; a neighbour that the edit has
/// deleted is `item-gone` or `section-gone`.
struct BodyPlaces {
    let edit: ListEdit

    /// The row of a section that something inserted there is to have; behind the last where nothing is said.
    func row(_ place: BodyPlace<Int, Number>, in section: Section) throws -> Int {
        switch place {
        case .unspecified: return section.itemCount
        case .at(let row):
            try check(row, to: section.itemCount, "row", at: "/index")
            return row
        case .before(let number): return try neighbour(number, in: section, at: "/before").row
        case .after(let number): return try neighbour(number, in: section, at: "/after").row + 1
        }
    }

    /// The index that a section inserted there is to have; behind the last where nothing is said.
    func index(_ place: BodyPlace<Int, Number>) throws -> Int {
        switch place {
        case .unspecified: return edit.sectionCount
        case .at(let index):
            try check(index, to: edit.sectionCount, "section", at: "/index")
            return index
        case .before(let number): return try section(number, at: "/before").index
        case .after(let number): return try section(number, at: "/after").index + 1
        }
    }

    /// The index path that an item is to have after its move.
    func target(_ place: BodyPlace<IndexPath, Number>, of item: Item) throws -> IndexPath {
        let source = item.indexPath
        switch place {
        case .unspecified: return source
        case .at(let path):
            try check(path.section, to: edit.sectionCount - 1, "section", at: "/to/0")
            let count = try edit.section(at: path.section).itemCount
            try check(path.row, to: path.section == source.section ? count - 1 : count, "row", at: "/to/1")
            return path
        case .before(let number): return try beside(try self.item(number, at: "/before"), source, offset: 0)
        case .after(let number): return try beside(try self.item(number, at: "/after"), source, offset: 1)
        }
    }

    /// The index that a section is to have after its move.
    func target(_ place: BodyPlace<Int, Number>, of section: Section) throws -> Int {
        let index: Int
        switch place {
        case .unspecified: return section.index
        case .at(let index):
            try check(index, to: edit.sectionCount - 1, "section", at: "/index")
            return index
        case .before(let number): index = try self.section(number, at: "/before").index
        case .after(let number): index = try self.section(number, at: "/after").index + 1
        }
        // The section itself stands there no more when it is put in; beside itself it stays.
        return index > section.index ? index - 1 : index
    }

    /// The place beside a neighbour, once what stands at `source` is taken out; beside itself it stays.
    private func beside(_ neighbour: IndexPath, _ source: IndexPath, offset: Int) throws -> IndexPath {
        let row = neighbour.row + offset
        let isBehind = neighbour.section == source.section && row > source.row
        return IndexPath(section: neighbour.section, row: isBehind ? row - 1 : row)
    }

    private func neighbour(_ number: Number, in section: Section, at pointer: String) throws -> IndexPath {
        let path = try item(number, at: pointer)
        guard path.section == section.index else {
            let detail = "The item stands at \(path), not in section \(section.index)."
            throw RequestProblem(.referenceNotFound, detail, at: .pointer(pointer))
        }
        return path
    }

    private func item(_ number: Number, at pointer: String) throws -> IndexPath {
        guard let place = try edit.place(ofItem: number) else {
            throw RequestProblem(.itemGone, "The neighbour was deleted before.", at: .pointer(pointer))
        }
        return place.indexPath
    }

    private func section(_ number: Number, at pointer: String) throws -> Section {
        guard let place = try edit.place(ofSection: number) else {
            throw RequestProblem(.sectionGone, "The neighbour was deleted before.", at: .pointer(pointer))
        }
        return place
    }

    private func check(_ place: Int, to last: Int, _ thing: String, at pointer: String) throws {
        guard place < 0 || place > last else { return }
        let detail = last < 0 ? "There is no \(thing) to name." : "The \(thing) \(place) is outside 0…\(last)."
        throw RequestProblem(.indexOutOfRange, detail, at: .pointer(pointer))
    }
}
