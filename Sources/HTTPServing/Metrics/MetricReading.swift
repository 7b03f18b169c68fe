/// One metric with one number, read when it is asked for.
public struct MetricReading: MetricSource {
    private let name: String
    private let kind: MetricText.Kind
    private let help: String
    private let read: @Sendable () -> Int

    /// - Parameter read: Called from any thread.
    public init(_ name: String, _ kind: MetricText.Kind, _ help: String, read: @escaping @Sendable () -> Int) {
        self.name = name
        self.kind = kind
        self.help = help
        self.read = read
    }

    public func write(to text: inout MetricText) {
        text.write(name, kind, help, read())
    }
}
