/// The keys of a line of NDJSON, of which it has one.
enum LineKey: String {
    case list, section, item

    /// The key with exactly these bytes.
    init?(exactly key: String) {
        // The standard library compares by canonical equivalence; what is equivalent to ASCII without being it is longer.
        guard let known = LineKey(rawValue: key), known.rawValue.utf8.count == key.utf8.count else { return nil }
        self = known
    }
}
