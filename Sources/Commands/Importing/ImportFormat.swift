/// The format of a file to import.
public enum ImportFormat: String, CaseIterable, Sendable {
    case json
    case ndjson
    case csv

    /// The format that a path ends in; `nil` for any other.
    public init?(path: String) {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        let ending = path[path.index(after: dot)...].lowercased()
        self.init(rawValue: ending == "jsonl" ? "ndjson" : ending)
    }
}
