public import JSON

/// The properties of a list, beside its sections.
///
/// Properties are equal when their texts are, byte for byte.
public struct ListProperties: Sendable, Equatable {
    public var title: String?
    /// A JSON object.
    public var metadata: JSONText
    /// The cell type of the items that have none.
    public var defaultType: String?
    /// A JSON pointer into each value that yields the id of an item that brings none, as text.
    public var identity: String?
    /// JSON pointers into each value to the texts by which items are found; `nil` for a list that is not searched. Of a view, its source's.
    public var search: [String]?
    /// The definition of a view; `nil` for any other list.
    public var view: ViewText?

    public init(
        title: String? = nil, metadata: JSONText = .emptyObject, defaultType: String? = nil, identity: String? = nil,
        search: [String]? = nil, view: ViewText? = nil
    ) {
        self.title = title
        self.metadata = metadata
        self.defaultType = defaultType
        self.identity = identity
        self.search = search
        self.view = view
    }

    /// Returns the pointer to the id in the value of an item that brings none; `nil` if the list has no ``identity``.
    package func identityPointer() throws -> JSONPointer? {
        guard let identity else { return nil }
        guard let pointer = JSONPointer(identity) else {
            throw ListError(.identityMissing, "The identity “\(identity)” is no JSON pointer.")
        }
        return pointer
    }

    /// Bytes of the texts.
    var byteCount: Int64 {
        let texts = [title ?? "", metadata.text, defaultType ?? "", identity ?? "", view?.text.text ?? ""] + (search ?? [])
        return Int64(texts.reduce(0) { $0 + $1.utf8.count })
    }

    public static func == (left: ListProperties, right: ListProperties) -> Bool {
        areEqual(left.title, right.title) && left.metadata == right.metadata && areEqual(left.defaultType, right.defaultType)
            && areEqual(left.identity, right.identity) && left.view == right.view
            && left.search?.map(Identifier.init(verbatim:)) == right.search?.map(Identifier.init(verbatim:))
    }

    private static func areEqual(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return UTF8Text.areEqual(left, right)
    }
}
