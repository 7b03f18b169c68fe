/// The counts of the requests of one kind.
struct RequestTally {
    /// Upper bounds of the histogram, in microseconds.
    static let bounds = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 2_500_000, 10_000_000]

    /// The pattern of the requests' path.
    let route: String?
    private(set) var count = 0
    private(set) var bytes = 0
    private(set) var microseconds = 0
    /// Requests by the first bound that they do not pass; those that pass all come last.
    private(set) var buckets = [Int](repeating: 0, count: bounds.count + 1)

    init(route: String?) {
        self.route = route
    }

    /// Bytes of an answer that is counted already.
    mutating func add(bytes: Int) {
        self.bytes &+= bytes
    }

    mutating func add(bytes: Int, microseconds: Int) {
        count += 1
        self.bytes &+= bytes
        self.microseconds &+= microseconds
        buckets[Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count] += 1
    }

    mutating func add(_ other: RequestTally) {
        count += other.count
        bytes &+= other.bytes
        microseconds &+= other.microseconds
        for index in buckets.indices { buckets[index] += other.buckets[index] }
    }
}
