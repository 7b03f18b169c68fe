import Synchronization

/// All that an application shows numbers of, in the order in which it was added. Any thread may use it.
public final class MetricRegistry: Sendable {
    private let sources = Mutex<[any MetricSource]>([])

    public init() {}

    public func add(_ source: any MetricSource) {
        sources.withLock { $0.append(source) }
    }

    /// All metrics as they are now.
    public func text() -> MetricText {
        var text = MetricText()
        for source in sources.withLock({ $0 }) { source.write(to: &text) }
        return text
    }
}
