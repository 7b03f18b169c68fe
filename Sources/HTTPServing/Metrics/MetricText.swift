/// Writes metrics in Prometheus's text format, version 0.0.4.
public struct MetricText: Sendable {
    /// The media type of the text.
    public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The meaning of a metric's numbers.
    public enum Kind: String, Sendable {
        /// Only goes up while the process runs.
        case counter
        /// Goes up and down.
        case gauge
        /// Counts by upper bounds, with a sum and a count.
        case histogram
    }

    /// A name and a value that tell samples of one metric from each other.
    public typealias Label = (name: String, value: String)

    public private(set) var bytes: [UInt8] = []

    public init() {}

    /// Begins a metric; its samples follow. A metric is begun once in a text.
    ///
    /// - Parameter help: One line that says what is counted, and in which unit.
    public mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        append("# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n")
    }

    /// A metric that has one sample.
    ///
    /// - Parameter help: As of ``begin(_:_:_:)``.
    public mutating func write(_ name: String, _ kind: Kind, _ help: String, _ value: some Numeric & LosslessStringConvertible) {
        begin(name, kind, help)
        sample(name, value)
    }

    /// One sample. Labels are written in the order given.
    public mutating func sample(_ name: String, _ value: some Numeric & LosslessStringConvertible, _ labels: [Label] = []) {
        append(name)
        if !labels.isEmpty {
            append("{" + labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }.joined(separator: ",") + "}")
        }
        append(" \(value)\n")
    }

    private mutating func append(_ text: String) { bytes += text.utf8 }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
