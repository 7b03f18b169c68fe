/// How fast a piece of work goes, over its last ten seconds.
struct ProgressRate {
    /// Seconds that are looked back on.
    private static let window = 10.0

    private var samples: [(time: Double, done: Int)] = []

    /// Notes how much is done at a time in seconds; times never go back.
    mutating func add(_ done: Int, at time: Double) {
        samples.append((time, done))
        // One older than the window stays, so that there is always something to compare with.
        while samples.count > 2, samples[1].time < time - Self.window { samples.removeFirst() }
    }

    /// Units a second; `nil` until two times are known.
    var perSecond: Double? {
        guard let first = samples.first, let last = samples.last, last.time > first.time else { return nil }
        return Double(last.done - first.done) / (last.time - first.time)
    }
}
