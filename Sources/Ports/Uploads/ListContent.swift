public import Lists

/// The whole content that a list is to have, as ``ListStore/replace(_:with:begin:finish:completion:)`` takes it.
public enum ListContent: Sendable {
    /// Content in memory.
    case draft(ListDraft)
    /// Content that was collected piece by piece, outside of memory.
    case upload(any ListUpload)
    /// The content that a change makes of an existing list. The closure may run again, on another edit, if cell types have changed
    /// meanwhile.
    case change(@Sendable (ListEdit) throws -> Void)
}
