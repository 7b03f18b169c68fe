/// A bar on a terminal that says how far a piece of work is. Where there is no terminal nothing is written.
final class ProgressBar {
    private let total: Int?
    private let isShown: Bool
    /// What is shown, so that the same is not written again.
    private var shown = -1

    /// - Parameter total: the whole of the work, in whatever unit; `nil` for bytes of which nobody knows how many come.
    init(total: Int?, isShown: Bool = StandardStream.error.isTerminal) {
        self.total = total
        self.isShown = isShown
    }

    /// Shows how much is done.
    func show(_ done: Int) {
        guard isShown else { return }
        let now = total.map { $0 > 0 ? min(100, Int(Double(done) / Double($0) * 100)) : 100 } ?? (done >> 20)
        guard now != shown else { return }
        shown = now
        StandardStream.error.write("\r" + (total == nil ? "\(now) MiB" : Self.text(percent: now)))
    }

    /// Shows what is going on instead.
    func show(_ words: String) {
        if isShown { StandardStream.error.write("\r\u{1B}[K\(words)") }
    }

    /// Takes the bar away.
    func end() {
        if isShown { StandardStream.error.write("\r\u{1B}[K") }
    }

    /// A bar of 40 places, and the percents.
    static func text(percent: Int) -> String {
        let filled = percent * 40 / 100
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 40 - filled)
        return "\(bar) \(percent) %"
    }
}
