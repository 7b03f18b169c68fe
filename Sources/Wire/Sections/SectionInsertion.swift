public import Lists

/// The body that inserts a section with its items: `{"section"}`, with a place or without.
public struct SectionInsertion: Sendable {
    public var draft = SectionDraft()
    public var place = BodyPlace<Int, SectionReference>.unspecified

    init() {}

    /// The pointer to what an error is about; `nil` where it is about something else.
    public func pointer(to subject: ListError.Subject?) -> String? {
        switch subject {
        case .section: "/section"
        case .item(let path): "/section/items/\(path.row)"
        case .line, nil: nil
        }
    }
}
