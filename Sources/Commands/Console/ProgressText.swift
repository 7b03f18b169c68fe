/// The text of a progress bar.
struct ProgressText {
    let unit: ProgressBar.Unit
    let done: Int
    /// The whole of the work; `nil` where nobody knows.
    let total: Int?
    /// Units a second; `nil` where it is not known yet.
    let perSecond: Double?

    /// A bar of 40 characters with the percents, or the count when there is no total; then the rate and the time left.
    var text: String {
        var parts = [percent.map { Self.bar($0) + " \($0) %" } ?? amount(Double(done))]
        if let perSecond, perSecond > 0 {
            if unit != .parts { parts.append(amount(perSecond) + "/s") }
            if let total, done < total { parts.append("\(Self.duration(Double(total - done) / perSecond)) left") }
        }
        return parts.joined(separator: "  ")
    }

    private var percent: Int? {
        total.map { $0 > 0 ? min(100, max(0, Int(Double(done) / Double($0) * 100))) : 100 }
    }

    private static func bar(_ percent: Int) -> String {
        let filled = percent * 40 / 100
        return String(repeating: "█", count: filled) + String(repeating: "░", count: 40 - filled)
    }

    private func amount(_ count: Double) -> String {
        let scales: [(String, Double)] = unit == .bytes ? [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)] : [("M lines", 1e6), ("k lines", 1e3)]
        for (name, scale) in scales where count >= scale { return "\(Self.decimal(count / scale)) \(name)" }
        return "\(Int(count)) \(unit == .bytes ? "B" : "lines")"
    }

    /// One digit behind the point.
    private static func decimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Minutes and seconds, with hours where there are some; a day and more is only said to be that.
    private static func duration(_ seconds: Double) -> String {
        guard seconds < 86_400 else { return "over a day" }
        let whole = Int(seconds.rounded(.up))
        let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60)
        let clock = hours > 0 ? "\(hours):\(pad(minutes))" : "\(minutes)"
        return "\(clock):\(pad(rest))"
    }

    private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

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
