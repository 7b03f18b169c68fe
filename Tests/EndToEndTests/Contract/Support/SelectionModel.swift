/// A list of one section as its clients know it: the ids of its items in every version, and what was recorded of them.
struct SelectionModel {
    /// The items of each version from 1 on; `nil` for a version that a deletion took.
    private var versions: [[String]?] = []
    /// The last deletion; versions up to it are gone.
    private var base = 0
    private(set) var isThere = false
    var recorded: [String] = []

    /// The last version number that was used.
    var version: Int { versions.count }

    /// The items at the head.
    var items: [String] { items(at: version) ?? [] }

    func items(at version: Int) -> [String]? {
        versions.indices.contains(version - 1) ? versions[version - 1] : nil
    }

    mutating func make() {
        isThere = true
        versions.append([])
    }

    mutating func write(_ change: (inout [String]) -> Void) {
        var items = items
        change(&items)
        versions.append(items)
    }

    mutating func delete() {
        isThere = false
        versions.append(nil)
        base = versions.count
    }

    /// The outcome of selecting what stands in a row of the section.
    func select(_ row: Int, at version: Int?) -> String {
        if let version, version <= base { return "410 version-gone" }
        guard isThere else { return "404 list-not-found" }
        if let version, version > self.version { return "404 version-not-found" }
        let items = items(at: version ?? self.version) ?? []
        return row < items.count ? "202" : "404 item-not-found"
    }
}
