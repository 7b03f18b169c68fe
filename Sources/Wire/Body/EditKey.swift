import JSON
import Lists

/// The keys of the bodies that insert and move, and of a batch.
enum EditKey: String, ExactName {
    case item, items, section, index, to, before, after
    case at, operations, op, value, type, merge, patch, ifMatch
}
