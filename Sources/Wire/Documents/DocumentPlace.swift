import JSON
public import Lists

/// Where in a document its reader is; a pointer is made of it only when something is wrong.
public struct DocumentPlace {
    /// Where in the body the document begins.
    var root = JSONPointer.root
    var shape = ListDraft.Shape.document
    var section: Int?
    var item: Int?

    init() {}

    /// Where a document of some shape holds what an error is about.
    public init(_ subject: ListError.Subject, in shape: ListDraft.Shape) {
        self.shape = shape
        switch subject {
        case .section(let index): section = index
        case .item(let path): (section, item) = (path.section, path.row)
        case .line: break
        }
    }

    /// The pointer to this place, or to a member of what is there.
    public func pointer(to key: String? = nil) -> String {
        var pointer = root
        if let section, shape != .values {
            pointer = shape == .document ? pointer.appending("sections").appending(section) : pointer.appending(section)
        }
        if let item { pointer = shape == .document ? pointer.appending("items").appending(item) : pointer.appending(item) }
        if let key { pointer = pointer.appending(key) }
        return pointer.description
    }
}
