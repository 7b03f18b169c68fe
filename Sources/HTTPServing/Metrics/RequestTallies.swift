/// The counts of all requests, found by route and method in a table, then by status among a few.
struct RequestTallies {
    /// The labels of a sample. There are few of these, whatever clients send.
    struct Kind: Hashable {
        /// The number of the path's pattern; `nil` for a path that leads nowhere.
        let route: Int?
        /// The method's place among those that are told apart; `nil` for any other.
        let method: Int?
        let status: Int
    }

    private struct Entry {
        let kind: Kind
        var tally: RequestTally
        /// The next entry of the same route and method; below zero where there is none.
        let next: Int
    }

    /// Methods that are told apart, and one for all others, at most.
    private static let methodCount = 8

    private var entries: [Entry] = []
    /// By route and method the entry that was added last; below zero where there is none.
    private var last: [Int] = []

    var all: [(kind: Kind, tally: RequestTally)] { entries.map { ($0.kind, $0.tally) } }

    /// Changes the counts of a kind.
    mutating func change(_ kind: Kind, of route: RoutePattern?, _ change: (inout RequestTally) -> Void) {
        let place = ((kind.route ?? -1) + 1) * Self.methodCount + (kind.method ?? Self.methodCount - 1)
        if place >= last.count { last += repeatElement(-1, count: place + 1 - last.count) }
        var index = last[place]
        while index >= 0, entries[index].kind.status != kind.status { index = entries[index].next }
        if index < 0 {
            index = entries.count
            entries.append(Entry(kind: kind, tally: RequestTally(route: route?.text), next: last[place]))
            last[place] = index
        }
        change(&entries[index].tally)
    }
}
