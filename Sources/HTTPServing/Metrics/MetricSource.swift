/// Something that has numbers to show about itself.
public protocol MetricSource: Sendable {
    /// Appends whole metrics. Runs on the server's own threads and never blocks for long.
    func write(to text: inout MetricText)
}
