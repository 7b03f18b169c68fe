/// The keys of the bodies that insert and move, and of a batch.
enum EditKey: String {
    case item, items, section, index, to, before, after
    case at, operations, op, value, type, merge, patch

    /// The key with exactly these bytes.
    init?(exactly key: String) {
        // The standard library compares by canonical equivalence; what is equivalent to ASCII without being it is longer.
        guard let known = EditKey(rawValue: key), known.rawValue.utf8.count == key.utf8.count else { return nil }
        self = known
    }
}
