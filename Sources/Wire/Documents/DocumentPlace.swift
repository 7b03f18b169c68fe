import Lists

/// Where in a document its reader is; a pointer is made of it only when something is wrong.
struct DocumentPlace {
    /// What leads to a section's items: the shapes of a document differ in it.
    enum Shape {
        /// An array of values.
        case values
        /// An array of arrays of values.
        case arrays
        /// An object with `sections`.
        case document
    }

    var shape = Shape.document
    var section: Int?
    var item: Int?

    /// The pointer to this place, or to a member of what is there.
    func pointer(to key: String? = nil) -> String {
        var pointer = JSONPointer.root
        if let section, shape != .values {
            pointer = shape == .document ? pointer.appending("sections").appending(section) : pointer.appending(section)
        }
        if let item { pointer = shape == .document ? pointer.appending("items").appending(item) : pointer.appending(item) }
        if let key { pointer = pointer.appending(key) }
        return pointer.description
    }
}
