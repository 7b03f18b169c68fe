import JSON
import Lists

/// The keys of a line of NDJSON, of which it has one.
enum LineKey: String, ExactName {
    case list, section, item
}
