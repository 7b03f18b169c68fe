import JSON
import Lists

/// The keys that documents have outside values, headers, footers and metadata.
enum DocumentKey: String, ExactName {
    case id, version, title, metadata, defaultType, identity, search, sections, sectionCount, itemCount, createdAt, updatedAt, list, view
    case index, header, footer, items, itemOffset
    case type, value, indexPath, cell, revision
}
