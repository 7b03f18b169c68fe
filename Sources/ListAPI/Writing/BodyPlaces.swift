import Lists
import Wire

/// Turns the places that bodies name into places of a list at its head.
///
/// What is not there is a problem of the body: `index-out-of-range` or `reference-not-found`, with a pointer.
struct BodyPlaces {
    let snapshot: ListSnapshot

    /// The row of a section that something inserted there is to have; behind the last where nothing is said.
    func row(_ place: BodyPlace<Int, ItemReference>, in section: Section) throws -> Int {
        switch place {
        case .unspecified: return section.itemCount
        case .at(let row):
            try check(row, to: section.itemCount, "row", at: "/index")
            return row
        case .before(let name): return try neighbour(name, in: section, at: "/before").row
        case .after(let name): return try neighbour(name, in: section, at: "/after").row + 1
        }
    }

    /// The index that a section inserted there is to have; behind the last where nothing is said.
    func index(_ place: BodyPlace<Int, SectionReference>) throws -> Int {
        switch place {
        case .unspecified: return snapshot.sectionCount
        case .at(let index):
            try check(index, to: snapshot.sectionCount, "section", at: "/index")
            return index
        case .before(let name): return try neighbour(name, at: "/before").index
        case .after(let name): return try neighbour(name, at: "/after").index + 1
        }
    }

    /// The index path that an item is to have after its move.
    func target(_ place: BodyPlace<IndexPath, ItemReference>, of item: Item) throws -> IndexPath {
        let source = item.indexPath
        switch place {
        case .unspecified: return source
        case .at(let path):
            try check(path.section, to: snapshot.sectionCount - 1, "section", at: "/to/0")
            let count = try snapshot.section(at: path.section).itemCount
            try check(path.row, to: path.section == source.section ? count - 1 : count, "row", at: "/to/1")
            return path
        case .before(let name): return try beside(try neighbour(name, in: nil, at: "/before"), source, offset: 0)
        case .after(let name): return try beside(try neighbour(name, in: nil, at: "/after"), source, offset: 1)
        }
    }

    /// The index that a section is to have after its move.
    func target(_ place: BodyPlace<Int, SectionReference>, of section: Section) throws -> Int {
        let index: Int
        switch place {
        case .unspecified: return section.index
        case .at(let index):
            try check(index, to: snapshot.sectionCount - 1, "section", at: "/index")
            return index
        case .before(let name): index = try neighbour(name, at: "/before").index
        case .after(let name): index = try neighbour(name, at: "/after").index + 1
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

    private func neighbour(_ name: ItemReference, in section: Section?, at pointer: String) throws -> IndexPath {
        do {
            let path = try snapshot.item(name).indexPath
            guard let section, section.index != path.section else { return path }
            throw ListError(.itemNotFound, "The item stands at \(path), not in section \(section.index).")
        } catch let error as ListError where error.code == .itemNotFound {
            throw RequestProblem(.referenceNotFound, error.message, at: .pointer(pointer))
        }
    }

    private func neighbour(_ name: SectionReference, at pointer: String) throws -> Section {
        do {
            return try snapshot.section(name)
        } catch let error as ListError where error.code == .sectionNotFound {
            throw RequestProblem(.referenceNotFound, error.message, at: .pointer(pointer))
        }
    }

    private func check(_ place: Int, to last: Int, _ thing: String, at pointer: String) throws {
        guard place < 0 || place > last else { return }
        let detail = last < 0 ? "There is no \(thing) to name." : "The \(thing) \(place) is outside 0…\(last)."
        throw RequestProblem(.indexOutOfRange, detail, at: .pointer(pointer))
    }
}
