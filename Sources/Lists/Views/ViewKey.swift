import JSON

/// The keys of a view's definition.
enum ViewKey: String, ExactName {
    case of, `where`, sectionBy, sortBy, limit
    case all, any, not
    case value, item, equals, `in`, less, atMost, greater, atLeast, contains, exists
    case `as`, order
}
