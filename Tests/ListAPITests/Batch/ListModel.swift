/// A list as plain arrays, to compare with what the API makes of operations.
struct ListModel: Equatable {
    struct Item: Equatable {
        let id: String
        var value: Int
        var revision: Int
    }

    struct Section: Equatable {
        let id: String
        var header: Int
        var items: [Item] = []
    }

    var sections: [Section] = []

    /// The index path of an item.
    func path(of id: String) -> (section: Int, row: Int)? {
        for (index, section) in sections.enumerated() {
            if let row = section.items.firstIndex(where: { $0.id == id }) { return (index, row) }
        }
        return nil
    }

    func index(of section: String) -> Int? { sections.firstIndex { $0.id == section } }

    var itemIDs: [String] { sections.flatMap { $0.items.map(\.id) } }

    /// Gives what is again as it was before a write the revision that it had then, and all else that of the write.
    mutating func settle(since before: ListModel, version: Int) {
        for section in sections.indices {
            for row in sections[section].items.indices {
                let item = sections[section].items[row]
                let old = before.path(of: item.id).map { before.sections[$0.section].items[$0.row] }
                sections[section].items[row].revision = old.flatMap { $0.value == item.value ? $0.revision : nil } ?? version
            }
        }
    }
}
