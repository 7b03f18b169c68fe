import JSON
public import Lists

/// The section and the item of a document that something is about; a JSON pointer is made of it only when something is wrong.
public struct DocumentPointer {
    /// The pointer to the document's start in the body.
    var root = JSONPointer.root
    var shape = ListDraft.Shape.document
    var section: Int?
    var item: Int?

    init() {}

    /// The pointer to an error's subject, in a document of some shape.
    public init(_ subject: ListError.Subject, in shape: ListDraft.Shape) {
        self.shape = shape
        switch subject {
        case .section(let index): section = index
        case .item(let path): (section, item) = (path.section, path.row)
        case .line, .part: break
        }
    }

    /// The JSON pointer, or that to a member of what it points to.
    public func text(to key: String? = nil) -> String {
        var pointer = root
        if let section, shape != .values {
            pointer = shape == .document ? pointer.appending("sections").appending(section) : pointer.appending(section)
        }
        if let item { pointer = shape == .document ? pointer.appending("items").appending(item) : pointer.appending(item) }
        if let key { pointer = pointer.appending(key) }
        return pointer.description
    }
}
