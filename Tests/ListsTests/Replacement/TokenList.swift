@testable import Lists

/// A list as plain arrays of tokens, each of which stays with its section or item through everything that happens to it.
struct TokenList: Equatable {
    struct Item: Equatable {
        let token: Int
        var value = 0
    }
    struct Section: Equatable {
        let token: Int
        var header = 0
        var items: [Item] = []
    }
    private(set) var sections: [Section] = []
    private var lastToken = 0

    var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }

    mutating func newItems(_ count: Int) -> [Item] {
        lastToken += count
        return (0..<count).map { Item(token: lastToken - $0) }
    }

    mutating func newSection(_ count: Int) -> Section {
        let items = newItems(count)
        lastToken += 1
        return Section(token: lastToken, items: items)
    }

    mutating func insertSection(_ count: Int, at index: Int) {
        sections.insert(newSection(count), at: index)
    }

    mutating func change(_ body: (inout [Section]) -> Void) { body(&sections) }
}
