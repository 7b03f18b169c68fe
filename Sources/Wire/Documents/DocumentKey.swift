/// The keys that documents have outside values, headers, footers and metadata.
enum DocumentKey: String {
    case id, version, title, metadata, defaultType, identity, sections, sectionCount, itemCount, createdAt, updatedAt, list
    case index, header, footer, items
    case type, value, indexPath, cell, revision

    /// The key with exactly these bytes.
    init?(exactly key: String) {
        // The standard library compares by canonical equivalence; what is equivalent to ASCII without being it is longer.
        guard let known = DocumentKey(rawValue: key), known.rawValue.utf8.count == key.utf8.count else { return nil }
        self = known
    }
}
