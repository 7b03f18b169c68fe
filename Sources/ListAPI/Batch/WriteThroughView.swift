import Lists

/// Thrown where a write names the items of a view: it is one to the view's source.
struct WriteThroughView: Error {
    let view: ListID
    let source: ListID

    /// The error where the list is a view, or one of another source, only since the write began.
    static let isNew = ListError(.unavailable, "The list was made a view meanwhile; nothing has changed. Send it again.")
}
