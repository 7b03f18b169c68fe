/// A bar on a terminal that says how far a piece of work is, how fast it goes, and how long it will take. Where there is no terminal nothing
/// is written.
public final class ProgressBar {
    /// The unit of the counts.
    public enum Unit: Sendable {
        case bytes
        case lines
        /// Parts of the whole, whose rate says nothing.
        case parts
    }

    /// Seconds between two pictures, at least.
    private static let pause = 0.1

    /// The whole of the work; `nil` where nobody knows how much it is.
    public var total: Int?
    /// Whether there is a terminal that shows it.
    public let isShown: Bool
    private let unit: Unit
    private let now: () -> Double
    private let write: (String) -> Void
    private var rate = ProgressRate()
    private var nextTime: Double?
    /// The shown text, so that the same is not written again.
    private var shown = ""

    /// A bar on standard error.
    public convenience init(total: Int?, unit: Unit = .bytes, isShown: Bool = StandardStream.error.isTerminal) {
        self.init(total: total, unit: unit, isShown: isShown, now: Self.clock) { StandardStream.error.write($0) }
    }

    /// - Parameter now: a clock in seconds that never goes back.
    init(total: Int?, unit: Unit = .bytes, isShown: Bool, now: @escaping () -> Double, write: @escaping (String) -> Void) {
        self.total = total
        self.unit = unit
        self.isShown = isShown
        self.now = now
        self.write = write
    }

    /// Shows how much is done; ten times a second, and where all is done.
    public func show(_ done: Int) {
        guard isShown else { return }
        let time = now()
        guard nextTime.map({ time >= $0 }) ?? true || done == total else { return }
        nextTime = time + Self.pause
        rate.add(done, at: time)
        show(ProgressText(unit: unit, done: done, total: total, perSecond: rate.perSecond).text)
    }

    /// Shows the name of the current step.
    public func show(_ words: String) {
        guard isShown, words != shown else { return }
        shown = words
        write("\r\(words)\u{1B}[K")
    }

    /// Takes the bar away.
    public func end() {
        guard isShown, !shown.isEmpty else { return }
        shown = ""
        write("\r\u{1B}[K")
    }

    private static let start = ContinuousClock.now

    /// Seconds since the first call.
    private static func clock() -> Double {
        let parts = (ContinuousClock.now - start).components
        return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    }
}
