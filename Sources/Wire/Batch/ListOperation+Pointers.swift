public import Lists

extension ListOperation {
    /// The pointer to what an error is about, in the operation as its route or a batch has it; `nil` where it is about something else.
    public func pointer(to subject: ListError.Subject?) -> String? {
        switch (self, subject) {
        case (_, .part(let part)): part.pointer
        case (.insertItems(let insertion, _), .item(let path)): insertion.isSingle ? "/item" : "/items/\(path.row)"
        case (.insertSection, .section): "/section"
        case (.insertSection, .item(let path)): "/section/items/\(path.row)"
        default: nil
        }
    }
}

extension OperationPart {
    public var pointer: String {
        switch self {
        case .item: "/item"
        case .section: "/section"
        case .index: "/index"
        case .targetSection: "/to/0"
        case .targetRow: "/to/1"
        case .before: "/before"
        case .after: "/after"
        case .value: ""
        }
    }
}
